import { Emblem, type EmblemName } from './emblem.tsx'
import styles from './page-header.module.css'
import { Paragraphs } from './paragraphs.tsx'

type PageHeaderProps = { title: string; lead: string; body?: string; emblem?: EmblemName }

/** The top of an inner page: its one `<h1>`, what it is about in a sentence, and a service's drawing. */
export function PageHeader({ title, lead, body, emblem }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      <div className={styles.inner}>
        <div className={styles.text}>
          <h1>{title}</h1>
          <p className={styles.lead}>{lead}</p>
          {body !== undefined && <Paragraphs text={body} />}
        </div>
        {emblem !== undefined && <Emblem name={emblem} className={styles.emblem} />}
      </div>
    </header>
  )
}
