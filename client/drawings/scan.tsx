import styles from './scan.module.css'

const lines = Array.from({ length: 60 }, (_, line) => line)
const first = [8, 25, 46]

/** The sixty findings of a scan, three of which are highlighted. */
export function Scan({ className = '' }: { className?: string }) {
  return (
    <svg className={`${styles.scan} ${className}`} viewBox="0 0 300 240" aria-hidden="true">
      <path vectorEffect="non-scaling-stroke" d={pathOf(lines.filter((line) => !first.includes(line)))} />
      <path vectorEffect="non-scaling-stroke" className={styles.first} d={pathOf(first)} />
    </svg>
  )
}

/** Lines of uneven lengths, four units apart. */
function pathOf(lines: readonly number[]): string {
  return lines.map((line) => `M0 ${4 * line + 2}h${140 + 4 * ((7 * line ** 2 + 13 * line) % 41)}`).join('')
}
