import styles from './page-header.module.css'
import { Paragraphs } from './paragraphs.tsx'

type PageHeaderProps = { title: string; lead: string; body?: string }

/** The top of an inner page: its one `<h1>` and a lead of one sentence. */
export function PageHeader({ title, lead, body }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      <div className={styles.inner}>
        <div className={styles.text}>
          <h1>{title}</h1>
          <p className={styles.lead}>{lead}</p>
          {body !== undefined && <Paragraphs text={body} />}
        </div>
      </div>
    </header>
  )
}
