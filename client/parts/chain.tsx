import styles from './chain.module.css'

type Link = { title: string; body?: string }

/** Links that follow from one another; the marked one is where the chain is decided. */
export function Chain({ caption, links, marked }: { caption: string; links: readonly Link[]; marked: number }) {
  return (
    <figure className={styles.chain}>
      <figcaption>{caption}</figcaption>
      <ol>
        {links.map(({ title, body }, index) => (
          <li key={title} data-marked={index === marked || undefined}>
            <p>{title}</p>
            {body !== undefined && <p>{body}</p>}
          </li>
        ))}
      </ol>
    </figure>
  )
}
