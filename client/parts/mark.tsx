type MarkProps = {
  className?: string
  /** Where the mark is content and not decoration. */
  label?: string
}

/** Three monoliths and a horizon. */
export function Mark({ className, label }: MarkProps) {
  return (
    <svg
      className={className}
      viewBox="0 0 48 48"
      fill="currentColor"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <path d="M4 36c1-3 1.6-7 1.4-11C5.2 20 4.6 17 7 15.5c2.6-1.6 6.4-.7 7.2 1.8.7 2.3-.5 4.4-.2 8.7.3 4 1.5 7.2 2.6 10z" />
      <path d="M17.5 36c1.8-4 2.3-9 2-14.5-.3-5.5-2.8-8.5-.8-12C20.6 6.2 27 5 29.5 8c2.2 2.7-.4 6.2-.6 11.5-.2 6 .9 12 3 16.5z" />
      <path d="M33 36c1.3-2.7 1.7-5.6 1.5-8.6-.2-3-1.3-5.2.3-7.1 1.7-2 5.6-1.9 6.9.2 1.2 2-.2 4-.1 7.2.1 3.2.9 6 2.4 8.3z" />
      <path d="M2 40h44v2.5H2z" />
    </svg>
  )
}
