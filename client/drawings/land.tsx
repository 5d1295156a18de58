import sea from './land.module.css'

/** Land behind a coast, closed by `edge`, with two lines of equal depth: at the distance `depth` and at half of it. */
export function Land({ coast, edge = 'z', depth }: { coast: string; edge?: string; depth: number }) {
  return (
    <>
      <g className={sea.depths}>
        {[depth + 1, depth - 1, depth / 2 + 1, depth / 2 - 1].map((off) => (
          <path key={off} d={coast} strokeWidth={2 * off} />
        ))}
      </g>
      <path d={coast + edge} className={sea.land} />
    </>
  )
}
