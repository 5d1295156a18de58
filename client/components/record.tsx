import styles from './card.module.css'
import { type Definition, Definitions } from './definitions.tsx'

type ExampleRecordProps = {
  caption: string
  /** The label above the fields. */
  tag?: string
  fields: readonly Definition[]
}

/** An example of a service's product: a record with its fields filled in. */
export function ExampleRecord({ caption, tag, fields }: ExampleRecordProps) {
  return (
    <figure className={`paper ${styles.card}`}>
      <figcaption>{caption}</figcaption>
      {tag !== undefined && <p className={styles.tag}>{tag}</p>}
      <Definitions className={styles.record} items={fields} />
    </figure>
  )
}
