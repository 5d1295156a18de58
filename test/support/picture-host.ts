import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import sharp from 'sharp'
import { listenForTest } from './listen-for-test.ts'

/** The answer of a host at one path. */
export type PicturePage = Buffer | ((req: IncomingMessage, res: ServerResponse) => void)

/** A picture like a photograph: smooth, with detail, in colour. */
export function photograph(width: number, height: number) {
  const noise = { type: 'gaussian', mean: 128, sigma: 50 } as const
  return sharp({ create: { width, height, channels: 3, background: '#456', noise } }).blur(3)
}

export function sendPage(page: PicturePage, req: IncomingMessage, res: ServerResponse): void {
  if (typeof page === 'function') return page(req, res)
  const [, name = ''] = /\.(\w+)(?:\?|$)/.exec(req.url ?? '') ?? []
  const type = `image/${{ jpg: 'jpeg', svg: 'svg+xml', svgz: 'svg+xml' }[name] ?? name}`
  res.writeHead(200, { 'Content-Type': type, 'Content-Length': String(page.length) }).end(page)
}

/**
 * An HTTP server of pictures: Ghost's storage, or another host of the internet.
 *
 * @param pages its answers, by path; other paths are 404
 */
export async function startPictureHost(pages: Record<string, PicturePage>) {
  const asked: string[] = []
  const load = { open: 0, most: 0 }
  const server = createServer((req, res) => {
    const path = req.url ?? '/'
    asked.push(path)
    load.open += 1
    load.most = Math.max(load.most, load.open)
    res.once('close', () => {
      load.open -= 1
    })
    const page = pages[path]
    if (page === undefined) res.writeHead(404).end('nothing here')
    else sendPage(page, req, res)
  })
  const listening = await listenForTest(server)
  const { url } = listening
  return {
    ...listening,
    port: Number(new URL(url).port),
    pages,
    asked,
    load,
    /** The variables of a Ghost that has only its storage. */
    env: { GHOST_URL: url, GHOST_CONTENT_API_KEY: '0123456789abcdef0123456789' },
  }
}
