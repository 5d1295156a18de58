import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'

/** A text of this length is made in one or two milliseconds, in UTF-16 code units. */
const pieceLength = 256 * 1024

/** What JSON.stringify makes of an object; of a list in pieces, since one of thousands of posts would hold everybody up. */
export function* jsonPieces(value: object): Generator<string, void, undefined> {
  if (!Array.isArray(value)) return yield JSON.stringify(value)
  let piece = '['
  for (const [index, item] of value.entries()) {
    piece += (index === 0 ? '' : ',') + JSON.stringify(item)
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  yield `${piece}]`
}

/** The same content has the same version, in every process: what a page is rendered from, in 16 characters. */
export function versionOf(value: object): string {
  const hash = createHash('sha256')
  for (const piece of jsonPieces(value)) hash.update(piece)
  return hash.digest('base64url').slice(0, 16)
}

/** The same; others have their turn between two pieces. */
export async function versionInTurns(value: object): Promise<string> {
  const hash = createHash('sha256')
  let first = true
  for (const piece of jsonPieces(value)) {
    if (!first) await setImmediate()
    first = false
    hash.update(piece)
  }
  return hash.digest('base64url').slice(0, 16)
}
