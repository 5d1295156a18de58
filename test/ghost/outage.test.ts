import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import request from 'supertest'
import { expect, it } from 'vitest'
import frBlog from '../../locales/fr/blog.json'
import { startSite } from '../support/start-site.ts'

const ghost = process.env.GHOST_URL ?? ''

/** A way to the real Ghost that can be cut: what the site sees is a CMS that stops and starts. */
async function startWay() {
  let open = true
  const server = createServer((req, res) => {
    if (!open) return void req.socket.destroy()
    const onward = httpRequest(ghost + req.url, {
      method: req.method,
      headers: { ...req.headers, host: new URL(ghost).host },
    })
    onward.on('response', (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(res)
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

it('keeps its list and its read articles when Ghost stops', async () => {
  await using way = await startWay()
  let now = Date.now()
  await using site = await startSite(way.env, () => now)
  const list = (await request(site.app).get('/api/posts?lang=fr')).body
  await request(site.app).get('/blog/toutes-les-cartes').expect(200)

  way.cut()
  now += 3_600_000
  const later = await request(site.app).get('/api/posts?lang=fr')
  expect(later.body).toEqual(list)
  expect(later.headers['cache-status']).toBe('posts; fwd=stale')
  await request(site.app).get('/blog/toutes-les-cartes').expect(200)
})

it('is up with the no-articles message when Ghost is down from the start, and shows the posts when it is back', async () => {
  await using way = await startWay()
  way.cut()
  let now = Date.now()
  await using site = await startSite(way.env, () => now)
  const down = await request(site.app).get('/blog').expect(200)
  expect(down.text).toContain(frBlog.empty)
  expect(down.headers['cache-control']).toBe('no-store')
  await request(site.app).get('/blog/toutes-les-cartes').expect(503).expect('Retry-After', /^\d+$/)
  await request(site.app).get('/').expect(200)

  way.restore()
  now += 60_000
  expect((await request(site.app).get('/blog').expect(200)).text).not.toContain(frBlog.empty)
})
