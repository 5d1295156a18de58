import styles from './drawing.module.css'

type Place = { x: number; y: number }

type WordsProps = Place & {
  text: string
  /** Characters of a line at most; a longer word stands alone. */
  most?: number
  anchor?: 'start' | 'middle' | 'end'
  className?: string
}

/** A name in a drawing, from the base of its first line on. */
export function Words({ x, y, text, most = Infinity, anchor = 'middle', className }: WordsProps) {
  return (
    <text x={x} y={y} textAnchor={anchor} className={className}>
      {linesOf(text, most).map((line, index) => (
        <tspan key={line} x={x} dy={index === 0 ? undefined : '1.2em'}>
          {line}
        </tspan>
      ))}
    </text>
  )
}

/** Breaks a text at its plain spaces. */
function linesOf(text: string, most: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= most) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** The number of a caption, where it happens. */
export function Mark({ x, y, r, number }: Place & { r: number; number: number }) {
  return (
    <>
      <circle cx={x} cy={y} r={r} className={styles.solid} />
      <text x={x} y={y} dy=".36em" textAnchor="middle" className={styles.number}>
        {number}
      </text>
    </>
  )
}

/** A piece of paper. */
export function Paper({ x, y, width, height }: Place & { width: number; height: number }) {
  return <rect x={x} y={y} width={width} height={height} rx="6" className={styles.paper} />
}
