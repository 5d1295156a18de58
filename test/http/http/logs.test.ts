import request from 'supertest'
import { expect, it } from 'vitest'
import { shareSite } from '../../support/share-site.ts'
import { startSite, startSiteWithGhost } from '../../support/start-site.ts'
import { rawRequest } from '../support/raw-request.ts'

const requestLines = (logged: string) =>
  logged
    .split('\n')
    .filter((line) => line.includes('"milliseconds"'))
    .map((line): unknown => JSON.parse(line))

it('logs one line for each request: identifier, method, path, status and duration', async () => {
  await using site = await startSite()
  await request(site.app).get('/ai').set('X-Request-Id', 'first')
  await request(site.app).post('/nothing').set('X-Request-Id', 'second')
  // These end before their bodies are read.
  await request(site.app).post('/api/newsletter').type('json').send('x'.repeat(20_000))
  await request(site.app).post('/api/newsletter').type('text').send('x')
  await request(site.app).post('/api/newsletter').set('Origin', 'https://other.example').send({})
  // Personal parts of a path are replaced.
  await rawRequest(site.url, '/ada@example.com/photo')
  await rawRequest(site.url, '/preview/89061c0b-db14-4f8b-b82d-eafdf8432cad')
  site.retire()
  await request(site.app).get('/readyz?from=proxy')
  expect(requestLines(site.logged())).toEqual(
    [
      { req: { id: 'first', method: 'GET', path: '/ai' }, res: { status: 200 } },
      { req: { id: 'second', method: 'POST', path: '/nothing' }, res: { status: 404 } },
      ...[413, 415, 403].map((status) => ({ res: { status } })),
      ...['/(address)/photo', '/preview/(uuid)'].map((path) => ({
        req: expect.objectContaining({ path }) as object,
      })),
      { res: { status: 503 } },
    ].map((line) => expect.objectContaining({ level: 30, milliseconds: expect.any(Number), ...line }) as object),
  )
  expect(site.logged()).not.toMatch(/ada(?:@|%40)|example\.com|89061c0b|"err"/i)
})

it('logs nothing personal: no query, no network address, no e-mail address, no header', async () => {
  const { site } = await startSiteWithGhost(undefined, { TRUST_PROXY: '1' })
  const personal = {
    'X-Forwarded-For': '203.0.113.77',
    'User-Agent': 'Lynx/2.9',
    Referer: 'https://search.example/?q=private',
    Cookie: 'i18next=en; session=private-cookie',
    Authorization: 'Bearer private-token',
  }
  const get = (path: string) => request(site.app).get(path).set(personal)
  const post = (type: string, fields: object | string, path = '/api/newsletter') =>
    request(site.app).post(path).set(personal).type(type).send(fields)
  const answers = [
    await get('/ai?email=ada@example.com&secret=private'),
    await get('/blog/?secret=private'),
    await get('/fr/ai?secret=private'),
    await get('/nothing?secret=private'),
    await get('/api/posts?lang=private'),
    await post('json', { email: 'ada@example.com', lang: 'en' }),
    await post('json', { email: 'ada@private', lang: 'en' }),
    await post('form', { email: 'ada@example.com', lang: 'en' }),
    await post('json', '{"email":"ada@example.com",'),
    await post('form', { lang: 'en', to: '/ai?secret=private' }, '/language'),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 301, 302, 404, 400, 202, 422, 303, 400, 303])
  const logged = site.logged()
  expect(requestLines(logged)).toHaveLength(answers.length)
  // The name has an @, because a random identifier may contain its three letters.
  const traces = 'private example.com ada@ ? 203.0.113 127.0.0.1 ::1 Lynx search.example'.split(' ')
  for (const trace of traces) expect(logged).not.toContain(trace)
})

const shared = await shareSite()

it.each([
  ...['from-the-proxy:1.2_3', 'x'.repeat(128)].map((given) => ({ given, isTaken: true })),
  ...['', '"}', 'x'.repeat(129), 'é', 'ada@example.com'].map((given) => ({ given, isTaken: false })),
])('uses the identifier "$given" of the proxy: $isTaken', async ({ given, isTaken }) => {
  const ids = new Set<string>()
  const paths = '/ai /nothing /api/posts?lang=de /favicon.svg /% /fr /ai/ /api/nothing /healthz'.split(' ')
  for (const path of paths) {
    const headers = { 'X-Request-Id': Buffer.from(given).toString('latin1') }
    const id = String((await rawRequest(shared.url, path, { headers })).headers['x-request-id'])
    expect(id === given).toBe(isTaken)
    if (!isTaken) expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect(requestLines(shared.logged()).at(-1)).toMatchObject({ req: { id } })
    ids.add(id)
  }
  expect(ids.size).toBe(isTaken ? 1 : paths.length)
  if (!isTaken && given.length > 2) expect(shared.logged()).not.toContain(given)
})
