import { createServer, request as httpRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { listenForTest } from '../../support/listen-for-test.ts'
import { env, ghostUrl } from './env.ts'

/** A proxy to the real Ghost that can be stopped: the site sees a CMS at the proxy's address that stops and starts. */
export async function startWay() {
  let open = true
  const server = createServer((req, res) => {
    if (!open) return void req.socket.destroy()
    const onward = httpRequest(ghostUrl + req.url, {
      method: req.method,
      headers: { ...req.headers, host: new URL(ghostUrl).host, 'accept-encoding': 'identity' },
    })
    onward.on('response', async (answer) => {
      const { 'content-length': _, ...headers } = answer.headers
      res.writeHead(answer.statusCode ?? 502, headers)
      if (!/json/.test(headers['content-type'] ?? '')) return answer.pipe(res)
      res.end((await text(answer)).replaceAll(ghostUrl, `http://${req.headers.host}`))
    })
    onward.on('error', () => res.destroy())
    req.pipe(onward)
  })
  const listening = await listenForTest(server)
  return {
    ...listening,
    env: { ...env, GHOST_URL: listening.url },
    cut() {
      open = false
      server.closeAllConnections()
    },
    restore() {
      open = true
    },
  }
}
