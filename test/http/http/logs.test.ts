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
  const lines = requestLines(site.logged())
  expect(lines).toHaveLength(2)
  expect(lines).toEqual([
    expect.objectContaining({
      level: 30,
      req: { id: 'first', method: 'GET', path: '/ai' },
      res: { status: 200 },
      milliseconds: expect.any(Number),
    }),
    expect.objectContaining({ req: { id: 'second', method: 'POST', path: '/nothing' }, res: { status: 404 } }),
  ])
})

it('logs a 503 without posts as a warning, with the cause in a line of its own', async () => {
  const { ghost, site } = await startSiteWithGhost()
  ghost.state.behaviour = 'answers 500'
  await request(site.app).get('/api/posts?lang=fr').expect(503)
  const [line] = requestLines(site.logged())
  expect(line).toMatchObject({ level: 40, res: { status: 503 } })
  expect(line).not.toHaveProperty('err')
  expect(site.logged()).toContain('posts could not be read')
  expect(site.logged()).not.toContain('request failed')
})

it('logs the 503 of /readyz as information', async () => {
  await using site = await startSite()
  site.retire()
  await request(site.app).get('/readyz?from=proxy').expect(503)
  const [line] = requestLines(site.logged())
  expect(line).toMatchObject({ level: 30, res: { status: 503 } })
  expect(line).not.toHaveProperty('err')
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
  const send = (method: 'get' | 'post', path: string) => request(site.app)[method](path).set(personal)
  const answers = [
    await send('get', '/ai?email=ada@example.com&secret=private'),
    await send('get', '/blog/?secret=private'),
    await send('get', '/fr/ai?secret=private'),
    await send('get', '/nothing?secret=private'),
    await send('get', '/api/posts?lang=private'),
    await send('post', '/api/newsletter').send({ email: 'ada@example.com', lang: 'en' }),
    await send('post', '/api/newsletter').send({ email: 'ada@private', lang: 'en' }),
    await send('post', '/api/newsletter').type('form').send({ email: 'ada@example.com', lang: 'en' }),
    await send('post', '/api/newsletter').type('json').send('{"email":"ada@example.com",'),
    await send('post', '/language').type('form').send({ lang: 'en', to: '/ai?secret=private' }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 301, 302, 404, 400, 202, 422, 303, 400, 303])
  const logged = site.logged()
  expect(requestLines(logged)).toHaveLength(answers.length)
  // The name has an @, because a random identifier may contain its three letters.
  const traces = 'private example.com ada@ ? 203.0.113 127.0.0.1 ::1 Lynx search.example'.split(' ')
  for (const trace of traces) expect(logged).not.toContain(trace)
})

// See server/http/logged-path.test.ts for all parts of a URL that are not logged.
it.each([
  ['/ada@example.com/photo', '/(address)/photo'],
  ['/preview/89061c0b-db14-4f8b-b82d-eafdf8432cad', '/preview/(uuid)'],
])('logs the URL %s as %s', async (asked, logged) => {
  await using site = await startSite()
  await rawRequest(site.url, asked)
  expect(requestLines(site.logged())).toEqual([
    expect.objectContaining({ req: expect.objectContaining({ path: logged }) }),
  ])
  expect(site.logged()).not.toMatch(/ada(?:@|%40)|example\.com|89061c0b/i)
})

it('logs one line with a status for requests that end before their bodies are read', async () => {
  await using site = await startSite()
  const body = 'x'.repeat(20_000)
  await request(site.app).post('/api/newsletter').type('json').send(body)
  await request(site.app).post('/api/newsletter').type('text').send('x')
  await request(site.app).post('/api/newsletter').set('Origin', 'https://other.example').send({})
  expect(requestLines(site.logged())).toEqual(
    [413, 415, 403].map((status) => expect.objectContaining({ res: { status } })),
  )
})

// Every row requests `/ai`, which the fast path soon answers. See server/http/negotiation.property.test.ts for harmless IDs.
const shared = await shareSite()

it.each([
  ...['from-the-proxy:1.2_3', 'x'.repeat(128)].map((given) => ({ given, isTaken: true })),
  ...['', '"}', 'x'.repeat(129), 'é', 'ada@example.com'].map((given) => ({ given, isTaken: false })),
])('takes the identifier "$given" from the proxy: $isTaken', async ({ given, isTaken }) => {
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
