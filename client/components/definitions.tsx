export type Definition = {
  title: string
  body: string
  /** For what is the same in every language, as a digest. */
  translate?: 'no'
}

/** Terms and what they mean. A class of another style sheet says how they look, such as in ruled rows. */
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
