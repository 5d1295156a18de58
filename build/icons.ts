import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { Plugin } from 'vite'

/** Where browsers and telephones look for the site's mark, and its size there in pixels. */
const icons = { 'apple-touch-icon.png': 180, 'icon-192.png': 192, 'icon-512.png': 512 }

/** Vite plugin: the favicon in the sizes and formats that do not take SVG. */
export function faviconSet(): Plugin {
  return {
    name: 'favicon-set',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async generateBundle() {
      const svg = await readFile('client/public/favicon.svg')
      const draw = (size: number) =>
        sharp(svg, { density: 72 * (size / 56) })
          .resize(size, size)
          .flatten({ background: '#0c1f2b' })
          .png({ palette: true })
          .toBuffer()
      for (const [fileName, size] of Object.entries(icons)) {
        this.emitFile({ type: 'asset', fileName, source: await draw(size) })
      }
      this.emitFile({ type: 'asset', fileName: 'favicon.ico', source: toIco(await draw(32), 32) })
    },
  }
}

/** An ICO file around one PNG: a header of 6 bytes, one entry of 16, the picture. */
function toIco(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(22, 18)
  return Buffer.concat([head, png])
}
