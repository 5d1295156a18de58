import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { Plugin } from 'vite'

/** Where browsers and telephones look for the site's mark, and its size there in pixels. */
const sizes: Record<string, number> = {
  'apple-touch-icon.png': 180,
  'icon-192.png': 192,
  'icon-512.png': 512,
  'favicon.ico': 32,
}

const fileNames = Object.keys(sizes)

/** Vite plugin: the favicon in the sizes and formats that do not take SVG; in development they are drawn when asked for. */
export function faviconSet(): Plugin {
  return {
    name: 'favicon-set',
    async generateBundle() {
      if (this.environment.name !== 'client') return
      for (const fileName of fileNames) this.emitFile({ type: 'asset', fileName, source: await drawIcon(fileName) })
    },
    configureServer({ middlewares }) {
      middlewares.use((req, res, next) => {
        const fileName = fileNames.find((name) => req.url === `/${name}`)
        if (fileName === undefined) return next()
        drawIcon(fileName).then((bytes) => res.end(bytes), next)
      })
    },
  }
}

async function drawIcon(fileName: string): Promise<Buffer> {
  const size = sizes[fileName] ?? 32
  const svg = await readFile('client/public/favicon.svg')
  const png = await sharp(svg, { density: 72 * (size / 56) })
    .resize(size, size)
    .flatten({ background: '#0c1f2b' })
    .png({ palette: true })
    .toBuffer()
  return fileName.endsWith('.ico') ? toIco(png, size) : png
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
