import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { encode, suffixes, typeOfFile } from '../server/http/content-encoding.ts'

/** Vite plugin: writes Brotli and gzip copies of each file of the browser's bundle, if they are smaller. */
export function compressedCopies(): Plugin {
  return {
    name: 'compressed-copies',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async writeBundle({ dir = '' }) {
      for (const item of await readdir(dir, { recursive: true, withFileTypes: true })) {
        const path = join(item.parentPath, item.name)
        const type = typeOfFile(item.name)
        if (!item.isFile() || type === undefined) continue
        const { identity, ...compressed } = (await encode(await readFile(path), type, 11)).encoded
        for (const encoding of ['br', 'gzip'] as const) {
          const { bytes } = compressed[encoding]
          if (bytes.length < identity.bytes.length) await writeFile(path + suffixes[encoding], bytes)
        }
      }
    },
  }
}
