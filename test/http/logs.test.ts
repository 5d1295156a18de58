import request from 'supertest'
import { expect, it } from 'vitest'
import { startFakeGhost } from '../support/fake-ghost.ts'
import { startSite } from '../support/start-site.ts'

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

it('logs nothing personal: no query, no network address, no e-mail address, no header', async () => {
  await using ghost = await startFakeGhost()
  await using site = await startSite({ ...ghost.env, TRUST_PROXY: '1' })
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
  for (const trace of [
    'private',
    'example.com',
    // With its @: the three letters alone may stand in a request's identifier.
    'ada@',
    '?',
    '203.0.113',
    '127.0.0.1',
    '::1',
    'Lynx',
    'search.example',
  ]) {
    expect(logged).not.toContain(trace)
  }
})

it('logs no e-mail address when a subscription cannot be delivered, nor when it cannot be kept', async () => {
  await using ghost = await startFakeGhost()
  ghost.state.behaviour = 'answers 500'
  await using site = await startSite(ghost.env)
  await request(site.app).post('/api/newsletter').send({ email: 'ada@example.com', lang: 'en' })
  await request(site.app).post('/api/newsletter').type('form').send({ email: 'ada@example.com', lang: 'en' })
  await expect.poll(() => site.logged()).toContain('Ghost answered with status 500')
  await using broken = await startSite({ ...ghost.env, OUTBOX_DIR: 'package.json/outbox' })
  await request(broken.app).post('/api/newsletter').send({ email: 'ada@example.com', lang: 'en' })
  expect(broken.logged()).toContain('ENOTDIR')
  for (const logged of [site.logged(), broken.logged()]) expect(logged).not.toMatch(/ada@|example\.com|127\.0\.0\.1/)
})
