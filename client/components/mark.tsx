import { markPath } from '../../shared/mark-path.ts'

type MarkProps = {
  className?: string
  /** The accessible name, if the mark is content and not decoration. */
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
      <path d={markPath} />
    </svg>
  )
}
