import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    env: {
      GHOST_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
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
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
