import type { Cover } from './composition.ts'
import type { Drawn, Path } from './path.ts'

/** A cliff of stacked sheets; the top one has a folded corner. */
export function drawStrata({ parts }: Cover, path: Path): Drawn {
  const sheets = parts + 4
  const top = -390
  const step = (24 - top) / sheets
  const jags = [0, 16, 6, 26, 12, 30, 4, 20, 10]
  const left = (index: number) => -304 - (index / sheets) * 22 + (jags[index % 9] ?? 0)
  const right = (y: number, index: number) =>
    y < -150 ? 40 + ((y - top) * 250) / 240 : 290 + ((y + 150) / 174) * 34 - (jags[(index * 4 + 2) % 9] ?? 0)
  const sheet = (index: number) => {
    const [y, foot] = [top + index * step, top + (index + 1) * step].map(Math.round) as [number, number]
    const ends = [right(y, index), right(foot, y < -150 && foot > -150 ? index + 1 : index)].map(Math.round)
    const fold = y < -150 && foot > -150 ? 'L290-150' : ''
    return `M${Math.round(left(index))} ${y}H${ends[0]}${fold}L${ends[1]} ${foot}H${Math.round(left(index) - 6)}z`
  }
  const every = Array.from({ length: sheets }, (_, index) => sheet(index))
  const words = every.flatMap((_, index) => {
    const y = Math.round(top + (index + 0.5) * step)
    return index % 2 === 0 ? [`M-230 ${y}H${Math.min(40 + (jags[index % 9] ?? 0) * 4, right(y, index) - 60) | 0}`] : []
  })
  return {
    subject: [
      path('body', every.filter((_, index) => index % 2 === 0).join('')),
      path('lit', every.filter((_, index) => index % 2 === 1).join('')),
      path('line', words.join('')),
      path('lichen', 'M40-390L56-170 290-150z'),
    ].join(''),
  }
}
