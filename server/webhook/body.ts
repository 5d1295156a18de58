import type { IncomingMessage } from 'node:http'

/** Each chunk occupies about so much beside its bytes: a body may come one byte at a time. */
const bytesOfChunk = 256

/** `givenUp`: it made room for later ones; `aborted`: the client has left. */
export type Body = { kind: 'read'; bytes: Buffer } | { kind: 'tooLarge' } | { kind: 'givenUp' } | { kind: 'aborted' }

/**
 * Reads bodies that anyone may send. Those that are still coming occupy a bounded number of bytes together; beyond it the one that began
 * first gives way, since Ghost is done within two seconds.
 *
 * @param mostBytes of one body
 * @param mostTogether bytes of all that are still coming
 */
export function createBodyReader(mostBytes: number, mostTogether: number): (req: IncomingMessage) => Promise<Body> {
  /** In the order in which they began. */
  const giveUps = new Set<() => void>()
  let occupied = 0

  return (req) =>
    new Promise((resolve) => {
      let chunks: Buffer[] = []
      let length = 0
      let ownOccupied = 0
      const giveUp = () => finish({ kind: 'givenUp' })
      giveUps.add(giveUp)

      function finish(body: Body) {
        if (!giveUps.delete(giveUp)) return
        occupied -= ownOccupied
        chunks = []
        resolve(body)
      }

      req.on('data', (chunk: Buffer) => {
        // What is refused is read to its end all the same (`endAfterBody`).
        if (!giveUps.has(giveUp)) return
        chunks.push(chunk)
        length += chunk.length
        ownOccupied += chunk.length + bytesOfChunk
        occupied += chunk.length + bytesOfChunk
        if (length > mostBytes) finish({ kind: 'tooLarge' })
        for (const giveUpFirst of giveUps) {
          if (occupied <= mostTogether) break
          giveUpFirst()
        }
      })
      req.once('end', () => finish({ kind: 'read', bytes: Buffer.concat(chunks) }))
      req.once('close', () => finish({ kind: 'aborted' }))
    })
}
