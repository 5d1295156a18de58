import sharp from 'sharp'
import type { Plugin } from 'vite'
import { colours } from '../shared/company.ts'

const rocks =
  'M8 39c1-3 1.6-7 1.4-11-.2-5-.8-8 1.6-9.5 2.6-1.5 6.4-.6 7.2 2 .7 2-.5 4-.2 8.5.3 4 1.4 7 2.6 10z' +
  'm13.5 0q2.5-6 2-14.5c-.3-5.5-2.8-8.5-.8-12C24.6 9 31 8 33.5 11c2.2 2.7-.4 6-.6 11.5-.2 6 1 12 3 16.5z' +
  'M37 39q2-4 1.5-8.6c-.2-3-1.3-5 .3-7 1.7-2 5.6-2 7 .2 1 2-.3 4-.2 7.2q.1 4.8 2.4 8.2z'

const favicon =
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 56 56"><rect width="56" height="56" rx="9" fill="${colours.ink}"/>` +
  `<path fill="${colours.fog}" d="${rocks}"/><path fill="${colours.lichen}" d="M6 43h44v2.5H6z"/></svg>`

/** The icon files that browsers and phones request, with their sizes in pixels. */
const sizes: Record<string, number> = {
  'apple-touch-icon.png': 180,
  'icon-192.png': 192,
  'icon-512.png': 512,
  'favicon.ico': 32,
}

const fileNames = ['favicon.svg', ...Object.keys(sizes)]

/** Vite plugin: the favicon as SVG and in other sizes and formats. In development, icons are drawn on request. */
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
        if (fileName.endsWith('.svg')) res.setHeader('Content-Type', 'image/svg+xml')
        drawIcon(fileName).then((bytes) => res.end(bytes), next)
      })
    },
  }
}

async function drawIcon(fileName: string): Promise<Buffer> {
  const size = sizes[fileName]
  if (size === undefined) return Buffer.from(favicon)
  const png = await sharp(Buffer.from(favicon), { density: 72 * (size / 56) })
    .resize(size, size)
    .flatten({ background: colours.ink })
    .png({ palette: true })
    .toBuffer()
  return fileName.endsWith('.ico') ? toIco(png, size) : png
}

/** An ICO file with one PNG: a header of 6 bytes, an entry of 16, the picture. */
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
