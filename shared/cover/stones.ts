import type { Cover } from './composition.ts'
import type { Drawn, Path } from './path.ts'

/** The stones of the home page's scene, with the light between them. */
export function drawStones({ parts }: Cover, path: Path): Drawn {
  const ripples = Array.from(
    { length: parts },
    (_, index) => `M${-270 + ((index * 3) % 4) * 60} ${40 + index * 24}H${40 + ((index * 2) % 3) * 90}`,
  )
  return {
    subject: [
      path('lichen', 'M-104 0a160 160 0 0 1 320 0z'),
      path(
        'body',
        'M-278 14q10-18 24-28l16-4q2-24 10-40l14-6q6-26 8-54l10-4q2-34-6-62l-14-4-24-22-14-4q-16-24-16-50l-10-6q-4-30 10-54l12-4 2-22 22-18 18-2q22-12 46-14l10-12q40-12 78 0l14 14q22 10 26 36l8 6q4 24-2 48l8 8q0 28-12 50l-8 4-6 26-10 6q-6 36 0 70l12 6q2 28 10 54l14 4q10 18 12 36l14 6q12 14 16 36zM116 26l10-20 12-6 2-30-10-6 2-36-10-8 0-34 8-6 2-18 12-8 26-4 8-10 36 2 12 8q16 6 18 26l8 6 0 36-8 6 4 36 10 4 4 30 12 6q10 8 14 26z',
      ),
      path(
        'lit',
        'M-82-396l14 14q22 10 26 36l8 6q4 24-2 48l8 8q0 28-12 50l-8 4-6 26-10 6q-6 36 0 70l12 6q2 28 10 54l14 4q10 18 12 36l14 6q12 14 16 36H-48l-10-52-12-10-8-50-10-10 2-70 8-16 14-60-6-10 10-56-14-22 8-40zM116 26l10-20 12-6 2-30-10-6 2-36-10-8 0-34 8-6 2-18 12-8 26-4 2 22-10 30 10 24-6 36 8 30-8 42 12 16z',
      ),
      path(
        'line',
        'M-240-346q70 10 150 0M-240-282q80 14 150 6M-232-246q50 10 110 6M-184-118q40 6 84 2M-210-60q50 8 92 2M-232-18q40 6 120 4M172-122q30 5 54 2M168-34q30 6 60 2',
      ),
      path('strong', ripples.join('')),
    ].join(''),
  }
}
