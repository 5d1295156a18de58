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
const passedOn = (flags: string) => expect.stringMatching(`^00-${id}-(?!${parent})[0-9a-f]{16}-${flags}$`) as string

/** The messages of the log, and the trace of each line. */
const tracesOf = (logged: string) =>
  logged
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { msg: string; trace_id?: string })
    .map(({ msg, trace_id }) => `${msg}: ${trace_id === id ? 'traced' : String(trace_id)}`)

it('forwards the trace of a request to Ghost, with a new parent for each call', async () => {
  const { ghost, site } = await startSiteWithGhost(undefined, { GHOST_ADMIN_API_KEY: adminKey })
  ghost.state.drafts = [{ ...fakePost('un-brouillon'), uuid, status: 'draft', published_at: null }]
  ghost.state.pictures = { '/content/images/a.jpg': await photograph(64, 64).jpeg().toBuffer() }
  const paths = ['/blog', '/blog/inconnu', '/api/posts?lang=en', `/preview/${uuid}`, '/media/content/images/a.jpg']
  for (const path of paths) {
    const before = ghost.calls.length
    await request(site.app).get(path).set('traceparent', traceparent)
    expect(ghost.calls.length, path).toBeGreaterThan(before)
  }
  const passed = ghost.headers.map((headers) => headers.traceparent)
  expect(passed).toEqual(passed.map(() => passedOn('01')))
  expect(new Set(passed).size).toBe(passed.length)
})

it('forwards the sampled flag, starts no trace, and ignores an invalid one', async () => {
  const { ghost, site } = await startSiteWithGhost()
  const get = (path: string, headers = {}) => request(site.app).get(path).set(headers)
  await get('/blog')
  await get('/en/blog', { traceparent: traceparent.toUpperCase() })
  await get('/ai', { traceparent: 'x' })
  expect(tracesOf(site.logged())).toEqual(Array<string>(3).fill('request: undefined'))
  await get('/blog/inconnu', { traceparent: traceparent.replace(/01$/, '00') })
  expect(ghost.headers.map((headers) => headers.traceparent)).toEqual([undefined, undefined, passedOn('00')])
})

it('logs the trace in each line of a request, also on the fast path and in warnings', async () => {
  const { ghost, site } = await startSiteWithGhost()
  for (let times = 0; times < 3; times += 1) await request(site.app).get('/ai').set('traceparent', traceparent)
  ghost.state.behaviour = 'answers 500'
  await request(site.app).get('/api/posts?lang=fr').set('traceparent', traceparent).expect(503)
  await request(site.app).get('/ai')
  expect(tracesOf(site.logged())).toEqual([
    ...Array<string>(3).fill('request: traced'),
    ...['posts could not be read: traced', 'request: traced', 'request: undefined'],
  ])
  // The line before has the cause.
  const [warning = ''] = site.logged().split('\n').slice(4)
  expect(JSON.parse(warning)).toMatchObject({ level: 40, res: { status: 503 } })
  expect(warning).not.toContain('"err"')
})

it('logs one line, with its trace, for a request whose client disconnects', async () => {
  const { ghost, site } = await startSiteWithGhost([fakePost('un-article')], { GHOST_TIMEOUT_MS: '60000' })
  ghost.state.behaviour = 'hangs'
  const sent = openRequest(`${site.url}/blog/un-article`, { headers: { traceparent } }).on('error', () => {})
  sent.end()
  await expect.poll(() => ghost.calls.length).toBe(1)
  sent.destroy()
  await expect.poll(site.logged).toContain('"aborted":true')
  // There is one line, whether or not the article arrives after its visitor has left.
  ghost.hangUp()
  await expect.poll(site.logged).toContain('posts could not be read')
  expect(site.logged()).toMatch(/"path":"\/blog\/un-article".*"aborted":true/)
  expect(tracesOf(site.logged()).toSorted()).toEqual(['posts could not be read: traced', 'request: traced'])
})

it('does not use the trace of a request for the next one on its connection', async () => {
  const { ghost, site } = await startSiteWithGhost()
  const connection = connect(Number(new URL(site.url).port), '127.0.0.1')
  const head = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: site\r\n${more}\r\n`
  connection.write(head('/blog', `traceparent: ${traceparent}\r\n`) + head('/en/blog'))
  await expect.poll(() => ghost.calls.length).toBe(2)
  connection.destroy()
  const traces = ghost.calls.map(({ searchParams }, index) => [
    ...[searchParams.get('filter'), ghost.headers[index]?.traceparent?.slice(3, 35)],
  ])
  expect(Object.fromEntries(traces)).toEqual({ 'tag:fr': id, 'tag:en': undefined })
})

it('delivers forms outside their traces, since the outbox runs later', async () => {
  const { ghost, site } = await startSiteWithGhost()
  const form = { email: 'ada@example.com', lang: 'fr' }
  await request(site.app).post('/api/newsletter').set('traceparent', traceparent).send(form).expect(202)
  await expect.poll(site.logged).toContain('outbox: delivered')
  expect(ghost.subscriptions[0]?.headers).not.toHaveProperty('traceparent')
  expect(tracesOf(site.logged()).toSorted()).toEqual(['outbox: delivered: undefined', 'request: traced'])
})
