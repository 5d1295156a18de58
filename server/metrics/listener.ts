import { createServer, type Server } from 'node:http'
import type { Log } from '../log/log.ts'

/** `GET /metrics`, and nothing else: it has a port of its own, which visitors do not reach. */
export function createMetricsServer(scrape: () => Promise<string>, log: Log): Server {
  return createServer(async (req, res) => {
    const [path] = (req.url ?? '').split('?', 1)
    if (path !== '/metrics') return void res.writeHead(404).end()
    if (req.method !== 'GET' && req.method !== 'HEAD') return void res.writeHead(405, { Allow: 'GET, HEAD' }).end()
    try {
      const text = await scrape()
      res.writeHead(200, {
        'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
        'Content-Length': Buffer.byteLength(text),
        'Cache-Control': 'no-store',
      })
      res.end(req.method === 'HEAD' ? undefined : text)
    } catch (error) {
      log.error({ err: error }, 'metrics could not be read')
      res.writeHead(500).end()
    }
  })
}
