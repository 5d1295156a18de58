import request from 'supertest'
import { expect, it } from 'vitest'
import { startSite } from '../../support/start-site.ts'

it.each(['get', 'head'] as const)('answers %s /healthz and /readyz with 200 while the process runs', async (method) => {
  await using site = await startSite()
  for (const path of ['/healthz', '/readyz']) {
    const answer = await request(site.app)[method](path)
    expect([path, answer.status]).toEqual([path, 200])
    expect(answer.get('Cache-Control')).toBe('no-store')
    expect(answer.get('Set-Cookie')).toBeUndefined()
  }
})

it('is not ready once it is retired, but is alive and still answers', async () => {
  await using site = await startSite()
  expect((await request(site.app).get('/readyz')).status).toBe(200)
  site.retire()
  expect((await request(site.app).get('/readyz')).status).toBe(503)
  expect((await request(site.app).get('/healthz')).status).toBe(200)
  expect((await request(site.app).get('/ai')).status).toBe(200)
})

it('is ready with an outbox that cannot be used, and reports it', async () => {
  await using site = await startSite({ OUTBOX_DIR: 'package.json/outbox' })
  const { status, text } = await request(site.app).get('/readyz')
  expect(status).toBe(200)
  expect(text).toBe('ok\noutbox: the folder fails (ENOTDIR), what visitors send may be neither kept nor delivered\n')
})
