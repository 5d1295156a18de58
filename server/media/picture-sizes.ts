import { disableTypes, imageSize } from 'image-size'
import type { PictureSize } from '../../shared/post.ts'

// Browsers do not show these types.
disableTypes(['cur', 'dds', 'icns', 'j2c', 'jp2', 'jxl', 'jxl-stream', 'ktx', 'pnm', 'psd', 'tga', 'tiff'])

/** Limit of a picture's head. Metadata may precede its size, and each chunk is another attempt. */
export const maxHeadBytes = 64 * 1024

/** An SVG without a width fills its container, so any width of at least the page's works. */
const withoutWidth = /<svg\b(?![^>]*\swidth\s*=)/i
const drawingWidth = 2400

/** Reads a picture's size from its first chunks as they are streamed. */
export function createSizeReader(onSize: (size: PictureSize) => void): (chunk: Buffer) => void {
  let head: Buffer | null = Buffer.alloc(0)
  return (chunk) => {
    if (head === null) return
    const known = Buffer.concat([head, chunk])
    head = known.length > maxHeadBytes ? null : known
    try {
      const { width, height, orientation = 1, type } = imageSize(known)
      head = null
      const scale = type === 'svg' && withoutWidth.test(known.toString('latin1')) ? drawingWidth / width : 1
      const [across, down] = orientation < 5 ? [width, height] : [height, width]
      if (across > 0 && down > 0) onSize({ width: Math.round(across * scale), height: Math.round(down * scale) })
    } catch {
      // The size may be in a later chunk.
    }
  }
}
