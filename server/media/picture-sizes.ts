import { LRUCache } from 'lru-cache'

/** In pixels; of one frame where it moves. */
export type PictureSize = { width: number; height: number }

/** The sizes of so many pictures are known: some hundred bytes each. */
const maxPictures = 20_000

export type PictureSizes = ReturnType<typeof createPictureSizes>

/** The sizes of the pictures that this site has sent in their own size, by their paths: posts do not name all of them. */
export function createPictureSizes() {
  return new LRUCache<string, PictureSize>({ max: maxPictures })
}
