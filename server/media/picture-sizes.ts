import { LRUCache } from 'lru-cache'

/** In pixels. */
export type PictureSize = { width: number; height: number }

/** Of so many pictures: some hundred bytes each. */
const mostPictures = 20_000

export type PictureSizes = ReturnType<typeof createPictureSizes>

/**
 * The sizes of the pictures that this site has sent as they are, by their paths: posts do not tell all of them.
 *
 * @param measure reads the size from the bytes of a picture; null for one that has none in pixels
 */
export function createPictureSizes(measure: (bytes: Buffer) => Promise<PictureSize | null>) {
  const known = new LRUCache<string, PictureSize>({ max: mostPictures })
  return {
    of: (path: string): PictureSize | null => known.get(path) ?? null,

    async learn(path: string, bytes: Buffer): Promise<void> {
      if (known.has(path)) return
      const size = await measure(bytes)
      if (size !== null) known.set(path, size)
    },
  }
}
