import type { IncomingMessage } from 'node:http'

/** The approximate memory of a chunk besides its bytes: a body may arrive one byte at a time. */
const chunkOverheadBytes = 256

/** `givenUp`: discarded to make room for later bodies. `aborted`: the client disconnected. */
export type Body = { kind: 'read'; bytes: Buffer } | { kind: 'tooLarge' } | { kind: 'givenUp' } | { kind: 'aborted' }

/**
 * Reads bodies of unknown clients. Incomplete bodies share a memory limit. Beyond it, the oldest is discarded, because Ghost and
 * browsers need less than two seconds.
 *
 * @param maxBytes the limit of one body
 * @param maxTogether the limit of all incomplete bodies together, in bytes
 */
export function createBodyReader(maxBytes: number, maxTogether: number): (req: IncomingMessage) => Promise<Body> {
  /** Oldest first. */
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
        // A discarded body is still read to its end: a client that is still sending might miss the response.
        if (!giveUps.has(giveUp)) return
        chunks.push(chunk)
        length += chunk.length
        ownOccupied += chunk.length + chunkOverheadBytes
        occupied += chunk.length + chunkOverheadBytes
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
