import { LRUCache } from 'lru-cache'
import { formatOf, isDecoded } from './picture-format.ts'
import { prepareSharp } from './sharp.ts'

/** In pixels. */
export type PictureSize = { width: number; height: number }

/** Of so many pictures: some hundred bytes each. */
const maxPictures = 20_000

export type PictureSizes = ReturnType<typeof createPictureSizes>

/** The sizes of the pictures that this site has sent as they are, by their paths: posts do not name all of them. */
export function createPictureSizes() {
  const known = new LRUCache<string, PictureSize>({ max: maxPictures })
  return {
    of: (path: string): PictureSize | null => known.get(path) ?? null,

    async learn(path: string, bytes: Buffer): Promise<void> {
      if (known.has(path)) return
      const size = await sizeOf(bytes)
      if (size !== null) known.set(path, size)
    },
  }
}

/** Of one frame where it moves; null for a drawing, an icon, and what cannot be read. */
async function sizeOf(bytes: Buffer): Promise<PictureSize | null> {
  const format = formatOf(bytes)
  if (format === null || !isDecoded(format)) return null
  return prepareSharp()(bytes)
    .metadata()
    .then(
      ({ width, height }) => ({ width, height }),
      () => null,
    )
}
