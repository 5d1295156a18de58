import type SharpPackage from 'sharp'
import { lazyImport } from '../runtime/lazy-import.ts'

const load = lazyImport<typeof SharpPackage>('sharp')

/** The remedy that an operator reads where sharp cannot be loaded. */
export const sharpRemedy =
  'sharp cannot be loaded: pictures are sent as they are. Install it with its optional packages for this machine ' +
  '(npm ci --include=optional); its binaries need a processor with SSE4.2, or ARM64'

/** Throws where there is no build of libvips for this machine. */
export function prepareSharp() {
  const sharp = load()
  // A thread per picture: several pictures are made side by side, and the rest of the machine answers visitors.
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

/**
 * Forbids libvips all formats but some, for the whole process: `formatOf` lets nothing else through, but two locks are better
 * than one.
 *
 * @param formats as libvips names them, such as `Nsgif`
 */
export function allowOnly(sharp: typeof SharpPackage, formats: readonly string[]): void {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: formats.map((name) => `VipsForeignLoad${name}`) })
}
