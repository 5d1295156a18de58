import { createServer, request as httpRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { listenForTest } from './listen-for-test.ts'

const ghost = process.env.GHOST_URL ?? ''

/** A way to the real Ghost that can be cut: the site sees a CMS of the way's address, which stops and starts. */
export async function startWay() {
  let open = true
  const server = createServer((req, res) => {
    if (!open) return void req.socket.destroy()
    const onward = httpRequest(ghost + req.url, {
      method: req.method,
      headers: { ...req.headers, host: new URL(ghost).host, 'accept-encoding': 'identity' },
    })
    onward.on('response', async (answer) => {
      const { 'content-length': _, ...headers } = answer.headers
      res.writeHead(answer.statusCode ?? 502, headers)
      if (!/json/.test(headers['content-type'] ?? '')) return answer.pipe(res)
      res.end((await text(answer)).replaceAll(ghost, `http://${req.headers.host}`))
    })
    onward.on('error', () => res.destroy())
    req.pipe(onward)
  })
  const listening = await listenForTest(server)
  return {
    ...listening,
    env: {
      GHOST_URL: listening.url,
      GHOST_CONTENT_API_KEY: process.env.GHOST_CONTENT_API_KEY ?? '',
      GHOST_TIMEOUT_MS: '20000',
      POSTS_WAIT_MS: '20000',
    },
    cut() {
      open = false
      server.closeAllConnections()
    },
    restore() {
      open = true
    },
  }
}
