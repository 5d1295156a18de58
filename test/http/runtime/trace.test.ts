import { request as openRequest } from 'node:http'
import { connect } from 'node:net'
import request from 'supertest'
import { expect, it } from 'vitest'
import { fakePost } from '../../support/fake-ghost.ts'
import { adminKey } from '../../support/fake-ghost-admin.ts'
import { photograph } from '../../support/picture-host.ts'
import { startSiteWithGhost } from '../../support/start-site.ts'

const id = '4bf92f3577b34da6a3ce929d0e0e4736'
const parent = '00f067aa0ba902b7'
const traceparent = `00-${id}-${parent}-01`
const uuid = '89061c0b-db14-4f8b-b82d-eafdf8432cad'
const passedOn = new RegExp(`^00-${id}-(?!${parent})[0-9a-f]{16}-01$`)

const linesOf = (logged: string) =>
  logged
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { msg: string; trace_id?: string })

const tracesOf = (logged: string) =>
  linesOf(logged).map(({ msg, trace_id }) => `${msg}: ${trace_id === id ? 'traced' : String(trace_id)}`)

it('passes the trace of a request on to Ghost, with a new parent for each call', async () => {
  const picture = await photograph(64, 64).jpeg().toBuffer()
  const { ghost, site } = await startSiteWithGhost(undefined, { GHOST_ADMIN_API_KEY: adminKey })
  ghost.state.drafts = [{ ...fakePost('un-brouillon'), uuid, status: 'draft', published_at: null }]
  ghost.state.pictures = { '/content/images/a.jpg': picture }
  const media = '/media/content/images'
  for (const path of ['/blog', '/blog/inconnu', '/api/posts?lang=en', `/preview/${uuid}`, `${media}/a.jpg`]) {
    const before = ghost.calls.length
    await request(site.app).get(path).set('traceparent', traceparent)
    expect(ghost.calls.length, path).toBeGreaterThan(before)
  }
  const passed = ghost.headers.map((headers) => headers.traceparent)
  for (const one of passed) expect(one).toMatch(passedOn)
  expect(new Set(passed).size).toBe(passed.length)
})

it('tells Ghost if a trace is not recorded', async () => {
  const { ghost, site } = await startSiteWithGhost()
  await request(site.app).get('/blog').set('traceparent', `00-${id}-${parent}-00`)
  expect(ghost.headers[0]?.traceparent).toMatch(new RegExp(`^00-${id}-[0-9a-f]{16}-00$`))
})

it('begins no trace, and ignores an invalid one', async () => {
  const { ghost, site } = await startSiteWithGhost()
  await request(site.app).get('/blog')
  await request(site.app).get('/en/blog').set('traceparent', traceparent.toUpperCase())
  await request(site.app).get('/ai').set('traceparent', 'x')
  expect(ghost.headers).toHaveLength(2)
  for (const headers of ghost.headers) expect(headers).not.toHaveProperty('traceparent')
  for (const line of linesOf(site.logged())) expect(line).not.toHaveProperty('trace_id')
})

it('logs each line of a request with its own trace, on the fast path too', async () => {
  const { ghost, site } = await startSiteWithGhost()
  for (let times = 0; times < 3; times += 1) await request(site.app).get('/ai').set('traceparent', traceparent)
  ghost.state.behaviour = 'answers 500'
  await request(site.app).get('/api/posts?lang=fr').set('traceparent', traceparent).expect(503)
  await request(site.app).get('/ai')
  expect(tracesOf(site.logged())).toEqual([
    ...Array<string>(3).fill('request: traced'),
    'posts could not be read: traced',
    'request: traced',
    'request: undefined',
  ])
})

it('logs one line with its trace for a request whose client disconnects', async () => {
  const { ghost, site } = await startSiteWithGhost([fakePost('un-article')], { GHOST_TIMEOUT_MS: '60000' })
  ghost.state.behaviour = 'hangs'
  const asked = openRequest(`${site.url}/blog/un-article`, { headers: { traceparent } }).on('error', () => {})
  asked.end()
  await expect.poll(() => ghost.calls.length).toBe(1)
  asked.destroy()
  await expect.poll(site.logged).toContain('"aborted":true')
  // There is one line, whether or not the article arrives after its visitor has left.
  ghost.hangUp()
  await expect.poll(site.logged).toContain('posts could not be read')
  expect(site.logged()).toMatch(/"path":"\/blog\/un-article".*"aborted":true/)
  expect(tracesOf(site.logged()).toSorted()).toEqual(['posts could not be read: traced', 'request: traced'])
})

it('does not keep the trace of a request for the next one on its connection', async () => {
  const { ghost, site } = await startSiteWithGhost()
  const connection = connect(Number(new URL(site.url).port), '127.0.0.1')
  const asked = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: site\r\n${more}\r\n`
  connection.write(asked('/blog', `traceparent: ${traceparent}\r\n`) + asked('/en/blog'))
  await expect.poll(() => ghost.calls.length).toBe(2)
  connection.destroy()
  const traces = ghost.calls.map(({ searchParams }, index) => [
    searchParams.get('filter'),
    ghost.headers[index]?.traceparent?.slice(3, 35),
  ])
  expect(Object.fromEntries(traces)).toEqual({ 'tag:fr': id, 'tag:en': undefined })
})

it('delivers what visitors send outside their traces', async () => {
  const { ghost, site } = await startSiteWithGhost()
  const form = { email: 'ada@example.com', lang: 'fr' }
  await request(site.app).post('/api/newsletter').set('traceparent', traceparent).send(form).expect(202)
  await expect.poll(site.logged).toContain('outbox: delivered')
  expect(ghost.subscriptions[0]?.headers).not.toHaveProperty('traceparent')
  expect(tracesOf(site.logged()).toSorted()).toEqual(['outbox: delivered: undefined', 'request: traced'])
})
