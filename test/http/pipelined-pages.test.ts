import { once } from 'node:events'
import { connect } from 'node:net'
import request from 'supertest'
import { expect, it } from 'vitest'
import { startMeasuredSite } from '../support/start-measured-site.ts'
import { startSite } from '../support/start-site.ts'

it.each([
  '/contact?form=success',
  '/contact?form=error',
  '/en/contact?form=invalid',
  '/blog?newsletter=sent',
  '/en/blog?newsletter=error',
])('makes %s once for everybody to whom it says the same, and lets nobody else keep it', async (address) => {
  await using site = await startSite()
  const answers = [await request(site.app).get(address), await request(site.app).get(address)]
  expect(answers.map((answer) => answer.get('Cache-Status')?.split(', ').at(-1))).toEqual([
    'pages; fwd=miss',
    'pages; hit',
  ])
  for (const answer of answers) expect(answer.get('Cache-Control')).toBe('no-store')
  expect(answers[0]?.text).toBe(answers[1]?.text)
})

it('makes no page for a connection that has left, however many it had asked for at once', async () => {
  await using site = await startMeasuredSite()
  const visitor = request.agent(site.app)
  const refused = await visitor.post('/api/contact').type('form').send({ name: 'Ada', lang: 'en' })
  const cookies = (refused.get('Set-Cookie') ?? []).map((cookie) => cookie.split(';')[0]).join('; ')
  expect(cookies).toMatch(/draft=/)
  const before = (await site.scrape()).get('site_page_answers_total{outcome="bypass"}') ?? 0

  const { hostname, port } = new URL(site.url)
  const connection = connect(Number(port), hostname)
  const head = `GET ${refused.get('Location')?.replace(/#.*/, '')} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookies}\r\n\r\n`
  connection.write(head.repeat(500))
  await once(connection, 'data')
  connection.destroy()

  // Its own visit comes after what the connection had asked for.
  const next = await visitor.get('/contact?form=invalid')
  expect(next.get('Cache-Status')).toContain('pages; fwd=miss')
  const made = ((await site.scrape()).get('site_page_answers_total{outcome="bypass"}') ?? 0) - before
  expect(made).toBeGreaterThan(1)
  expect(made).toBeLessThan(100)
})
