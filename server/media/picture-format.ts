/** What pictures are made of, by their first bytes: neither the name nor the announced type is to be believed. */
export type PictureFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif' | 'svg' | 'ico' | 'bmp'

export const mediaTypes: Record<PictureFormat, string> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  svg: 'image/svg+xml',
  ico: 'image/x-icon',
  bmp: 'image/bmp',
}

/** @returns null for what is no picture, or none that browsers show */
export function formatOf(bytes: Buffer): PictureFormat | null {
  const begins = (signature: string, at = 0) =>
    bytes.subarray(at, at + signature.length).equals(Buffer.from(signature, 'latin1'))
  if (begins('\xff\xd8\xff')) return 'jpeg'
  if (begins('\x89PNG\r\n\x1a\n')) return 'png'
  if (begins('GIF87a') || begins('GIF89a')) return 'gif'
  if (begins('RIFF') && begins('WEBP', 8)) return 'webp'
  if (begins('ftypavif', 4) || begins('ftypavis', 4)) return 'avif'
  if (begins('\x00\x00\x01\x00')) return 'ico'
  if (begins('BM') && begins('\0\0\0\0', 6)) return 'bmp'
  return isDrawing(bytes) ? 'svg' : null
}

/** The formats that are decoded here; the others stay as they are. */
export type Decoded = Exclude<PictureFormat, 'svg' | 'ico' | 'bmp'>

export function isDecoded(format: PictureFormat): format is Decoded {
  return format !== 'svg' && format !== 'ico' && format !== 'bmp'
}

/** The root element of an SVG document, with or without a namespace prefix (Namespaces in XML 1.0, §4). */
const root = /<(?:[\w.·\u{C0}-\u{10FFFF}-]+:)?svg(?![\w.:-])/iuy

/** A piece of a declaration, up to where it or the internal subset begins to end. */
const declared = /"[^"]*"|'[^']*'|[^"'>[\]]+|[>[]/y

/**
 * Whether a file is an SVG document: its root element says so, after all that XML allows before it (XML 1.0, §2.8). Reads forward
 * only, in time proportional to the length.
 *
 * @param bytes in UTF-8, UTF-16 or any encoding that writes markup as ASCII does
 */
function isDrawing(bytes: Buffer): boolean {
  const text = textOf(bytes)
  let at = 0
  let inSubset = false
  while (at !== -1) {
    at = afterBlanks(text, at)
    if (text.startsWith('<?', at)) at = after(text, '?>', at + 2)
    else if (text.startsWith('<!--', at)) at = after(text, '-->', at + 4)
    else if (text.startsWith('<!', at)) {
      at = afterDeclaration(text, at + 2)
      inSubset ||= text[at - 1] === '['
    } else if (inSubset && text[at] === '%') at = after(text, ';', at)
    else if (inSubset && text[at] === ']') {
      at = after(text, '>', at)
      inSubset = false
    } else {
      root.lastIndex = at
      return !inSubset && root.test(text)
    }
  }
  return false
}

/** By its byte order mark, or by how `<` is written (XML 1.0, appendix F.1). */
function textOf(bytes: Buffer): string {
  const start = bytes.subarray(0, 2).toString('latin1')
  const encoding =
    start === '\xff\xfe' || start === '<\0'
      ? 'utf-16le'
      : start === '\xfe\xff' || start === '\0<'
        ? 'utf-16be'
        : 'utf-8'
  // The decoder takes the byte order mark away.
  return new TextDecoder(encoding).decode(bytes)
}

function afterBlanks(text: string, from: number): number {
  const blanks = /\s*/y
  blanks.lastIndex = from
  blanks.test(text)
  return blanks.lastIndex
}

/** -1 where the mark does not come. */
function after(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from)
  return found === -1 ? -1 : found + mark.length
}

/** Behind the `>` of a declaration, or the `[` that opens the internal subset; a bracket within quotes is neither. */
function afterDeclaration(text: string, from: number): number {
  declared.lastIndex = from
  for (let [piece] = declared.exec(text) ?? []; piece !== undefined; [piece] = declared.exec(text) ?? []) {
    if (piece === '>' || piece === '[') return declared.lastIndex
  }
  return -1
}
