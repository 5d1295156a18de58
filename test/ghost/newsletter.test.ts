import request from 'supertest'
import { expect, it } from 'vitest'
import enBlog from '../../locales/en/blog.json'
import frBlog from '../../locales/fr/blog.json'
import { openBrowser } from '../support/browser.ts'
import { startSite } from '../support/start-site.ts'
import { confirm, mailsTo, membersOf } from './support/members.ts'
import { startWay } from './support/way-to-ghost.ts'

const texts = { fr: frBlog.newsletter, en: enBlog.newsletter }
const pages = { fr: '/blog', en: '/en/blog' }

/** Each run has members of its own. */
const addressFor = (name: string) => `${name}-${Date.now()}@example.com`

/** Subscribes as a visitor does. */
async function subscribe(siteUrl: string, language: 'fr' | 'en', email: string, hasPictures = true) {
  await using visitor = await openBrowser(siteUrl)
  if (!hasPictures) await visitor.page.route('**/media/**', (route) => route.fulfill({ status: 204 }))
  await visitor.open(pages[language])
  await visitor.page.getByLabel(texts[language].label).fill(email)
  await visitor.page.getByRole('button', { name: texts[language].button, exact: true }).click()
  await visitor.page.getByRole('status').getByText(texts[language].success).waitFor()
}

it('has a Ghost whose members and mails it can read', () => {
  expect(process.env.GHOST_ADMIN_API_KEY).toMatch(/^\w+:\w+$/)
  expect(process.env.GHOST_MAIL_FOLDER).toBeTruthy()
})

it.each(['fr', 'en'] as const)('makes a visitor in %s a member once the mailed link was followed', async (language) => {
  await using way = await startWay()
  await using site = await startSite(way.env)
  const email = addressFor(language)
  await subscribe(site.url, language, email)
  await expect.poll(() => mailsTo(email)).toHaveLength(1)
  expect(await membersOf(email)).toEqual([])

  for (const mail of await mailsTo(email)) await confirm(mail)
  const [member, ...others] = await membersOf(email)
  expect(others).toEqual([])
  expect(member?.labels.map(({ name }) => name)).toEqual([`site-${language}`])
  expect(member?.newsletters.map(({ name }) => name)).toEqual(['La lettre'])
  await expect.poll(() => site.outbox.state()).toMatchObject({ waiting: 0, refused: 0 })
})

it('keeps a subscription while Ghost is down, and the mail comes once it is up', async () => {
  await using way = await startWay()
  let now = Date.now()
  await using site = await startSite(way.env, () => now)
  await request(site.app).get('/blog').expect(200)
  way.cut()
  const email = addressFor('patient')
  await subscribe(site.url, 'fr', email, false)
  await expect.poll(() => site.logged()).toContain('to be tried again')
  expect(await mailsTo(email)).toEqual([])
  expect(await site.outbox.state()).toMatchObject({ waiting: 1, refused: 0 })

  way.restore()
  now += 300_000
  await site.outbox.start()
  await expect.poll(() => mailsTo(email)).toHaveLength(1)
  await expect.poll(() => site.outbox.state()).toMatchObject({ waiting: 0, refused: 0 })
})

it('sends the same answer for an address that is a member and for one that is not', async () => {
  await using way = await startWay()
  await using site = await startSite(way.env)
  const known = addressFor('known')
  await subscribe(site.url, 'fr', known)
  await expect.poll(() => mailsTo(known)).toHaveLength(1)
  for (const mail of await mailsTo(known)) await confirm(mail)

  const send = (email: string) => request(site.app).post('/api/newsletter').send({ email, lang: 'fr' })
  const answers = [await send(known), await send(addressFor('unknown'))]
  const [first, second] = answers.map(({ status, text, headers }) => ({ status, text, names: Object.keys(headers) }))
  expect(first).toEqual(second)
  expect(first?.status).toBe(202)
})

it('moves a subscription that Ghost rejects to refused, with Ghost’s reason', async () => {
  await using way = await startWay()
  await using site = await startSite(way.env)
  // Valid for a browser, not for Ghost.
  await request(site.app).post('/api/newsletter').send({ email: 'a..b@example.com', lang: 'fr' }).expect(202)
  await expect.poll(() => site.outbox.state()).toMatchObject({ waiting: 0, refused: 1 })
  expect(site.logged()).toContain('Ghost refuses the subscription: Email is not valid')
})
