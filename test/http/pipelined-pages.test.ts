import { once } from 'node:events'
import { connect } from 'node:net'
import request from 'supertest'
import { expect, it } from 'vitest'
import { unobserved } from '../../server/log/observer.ts'
import { startMeasuredSite } from '../support/start-measured-site.ts'
import { startSite } from '../support/start-site.ts'

it.each([
  '/contact?form=success',
  '/contact?form=error',
  '/en/contact?form=invalid',
  '/blog?newsletter=sent',
  '/en/blog?newsletter=error',
])('makes %s once for all visitors to whom it says the same, and lets no other cache keep it', async (address) => {
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

const form = 'email=a&lang=fr'
const post = `POST /api/newsletter HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${form.length}\r\n\r\n${form}`

it.each([
  { what: 'addresses of nothing', one: 'GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n' },
  { what: 'files that are not there', one: 'GET /assets/a.js HTTP/1.1\r\nHost: localhost\r\n\r\n' },
  { what: 'pages for one visitor', one: 'GET /contact?form=error HTTP/1.1\r\nHost: localhost\r\n\r\n' },
  { what: 'forms', one: post },
])('answers another connection before two hundred $what, asked for at once on one', async ({ one }) => {
  let answered = 0
  const observer = { ...unobserved, onAnswer: () => void (answered += 1) }
  await using site = await startSite({ NEWSLETTER: 'simulated' }, undefined, undefined, observer)
  const { hostname, port } = new URL(site.url)
  const [many, other] = [connect(Number(port), hostname), connect(Number(port), hostname)]
  await Promise.all([once(many, 'connect'), once(other, 'connect')])
  // What is stored takes the processor and nothing else.
  many.write(one)
  await once(many.resume(), 'data')
  await expect.poll(() => answered).toBe(1)
  many.write(one.repeat(200))
  other.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await once(other, 'data')
  expect(answered).toBeLessThan(50)
  await expect.poll(() => answered, { timeout: 20_000 }).toBe(202)
  for (const connection of [many, other]) connection.destroy()
})
