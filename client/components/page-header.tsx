import styles from './page-header.module.css'
import { Paragraphs } from './paragraphs.tsx'

type PageHeaderProps = {
  title: string
  lead: string
  body?: string
  /** The class of the coast that is drawn beside the text in a wide window, from `client/drawings/coasts`. */
  coast: string | undefined
}

/** The top of an inner page: its only `<h1>`, a lead of one sentence, and a piece of the sea chart. */
export function PageHeader({ title, lead, body, coast = '' }: PageHeaderProps) {
  return (
    <header className={`grid ${styles.header}`}>
      <div className={styles.text}>
        <h1>{title}</h1>
        <p className={styles.lead}>{lead}</p>
        {body !== undefined && <Paragraphs text={body} />}
      </div>
      <div className={`${styles.coast} ${coast}`} aria-hidden="true" />
    </header>
  )
}
