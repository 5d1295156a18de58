import type { Cover } from './composition.ts'
import type { Drawn, Path } from './path.ts'

/** A buoy and its reflection: a special mark, which on charts stands for a regulation. */
export function drawBuoy({ parts }: Cover, path: Path): Drawn {
  const cuts = Array.from(
    { length: Math.max(4, parts) },
    (_, index) => `M${-130 - (index % 3) * 40} ${30 + index * 26}H${100 + ((index * 2) % 3) * 50}`,
  )
  return {
    subject: [
      path('soft', 'M-112 0L-76 190-30 250H30L76 190 112 0z'),
      path('line', cuts.join('')),
      path('lichen', 'M-112 0L-66-230H66L112 0z'),
      path('body', 'M-100-60L-90-112H90L100-60zM-150-14H150L126 16H-126z'),
      path('strong', 'M-44-230L-26-316H26L44-230M-34-272H34M0-316V-344M-34-416l68 68m0-68l-68 68'),
    ].join(''),
  }
}
