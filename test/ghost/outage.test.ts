import request from 'supertest'
import { expect, it } from 'vitest'
import frBlog from '../../locales/fr/blog.json'
import { startSite } from '../support/start-site.ts'
import { startWay } from './support/way-to-ghost.ts'

it('keeps its list and its articles when Ghost stops', async () => {
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

it('starts with the no-articles message while Ghost is down, and shows the posts when Ghost is back', async () => {
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
