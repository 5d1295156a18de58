import type { IncomingMessage } from 'node:http'

/** The rough memory of a chunk beside its bytes: a body may come one byte at a time. */
const bytesOfChunk = 256

/** `givenUp`: it made room for later ones; `aborted`: the client has left. */
export type Body = { kind: 'read'; bytes: Buffer } | { kind: 'tooLarge' } | { kind: 'givenUp' } | { kind: 'aborted' }

/**
 * Reads bodies that anyone may send. Those that are still coming occupy a bounded number of bytes together; beyond it the one that began
 * first gives way: Ghost and browsers are done within two seconds.
 *
 * @param maxBytes of one body
 * @param maxTogether bytes of all that are still coming
 */
export function createBodyReader(maxBytes: number, maxTogether: number): (req: IncomingMessage) => Promise<Body> {
  /** In the order in which they began. */
  const giveUps = new Set<() => void>()
  let occupied = 0

  return (req) =>
    new Promise((resolve) => {
      let chunks: Buffer[] = []
      let length = 0
      let ownOccupied = 0
      giveUps.add(giveUp)

      function giveUp() {
        release()
        resolve({ kind: 'givenUp' })
      }

      function release() {
        if (!giveUps.delete(giveUp)) return
        occupied -= ownOccupied
        chunks = []
      }

      req.on('data', (chunk: Buffer) => {
        // A refused body is read to its end all the same: a client that still sends might miss the answer.
        if (!giveUps.has(giveUp)) return
        chunks.push(chunk)
        length += chunk.length
        ownOccupied += chunk.length + bytesOfChunk
        occupied += chunk.length + bytesOfChunk
        if (length > maxBytes) release()
        for (const giveUpFirst of giveUps) {
          if (occupied <= maxTogether) break
          giveUpFirst()
        }
      })
      req.once('end', () => {
        resolve(length > maxBytes ? { kind: 'tooLarge' } : { kind: 'read', bytes: Buffer.concat(chunks) })
        release()
      })
      req.once('close', () => {
        resolve({ kind: 'aborted' })
        release()
      })
    })
}
