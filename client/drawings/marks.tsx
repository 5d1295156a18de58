import styles from './drawing.module.css'

type Place = { x: number; y: number }

type WordsProps = Place & {
  text: string
  /** The maximum length of a line, in characters. A longer word has a line of its own. */
  maxLength?: number
  anchor?: 'start' | 'middle' | 'end'
  className?: string
}

/** A name in a drawing; (`x`, `y`) is the baseline of its first line. */
export function Words({ x, y, text, maxLength = Infinity, anchor = 'middle', className }: WordsProps) {
  return (
    <text x={x} y={y} textAnchor={anchor} className={className}>
      {breakLines(text, maxLength).map((line, index) => (
        <tspan key={line} x={x} dy={index === 0 ? undefined : '1.2em'}>
          {line}
        </tspan>
      ))}
    </text>
  )
}

/** Breaks a text at its plain spaces. */
function breakLines(text: string, maxLength: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= maxLength) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** The number of a caption, beside the part that it explains. */
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
