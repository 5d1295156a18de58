export type Definition = {
  title: string
  body: string
  /** For text that is the same in every language, such as a digest. */
  translate?: 'no'
}

/** Terms and their meanings. Their look, such as ruled rows, comes from a class of another style sheet. */
export function Definitions({ items, className }: { items: readonly Definition[]; className?: string }) {
  return (
    <dl className={className}>
      {items.map(({ title, body, translate }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd translate={translate}>{body}</dd>
        </div>
      ))}
    </dl>
  )
}
