import type SharpPackage from 'sharp'
import { lazyImport } from '../config/lazy-import.ts'

const load = lazyImport<typeof SharpPackage>('sharp')
let onlyKnownFormats = false
let isPrepared = false

/**
 * Takes from libvips all other formats that it can read, for the whole process: `formatOf` lets nothing else through, but two
 * locks are better than one. Not in development, where the same library makes the site's own drawings.
 */
export function forbidOtherLoaders(): void {
  onlyKnownFormats = true
}

export function prepareSharp() {
  const sharp = load()
  if (isPrepared) return sharp
  isPrepared = true
  // One thread a picture: several pictures are made side by side, and the rest of the machine answers visitors.
  sharp.concurrency(1)
  sharp.cache(false)
  if (onlyKnownFormats) {
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}`) })
  }
  return sharp
}
