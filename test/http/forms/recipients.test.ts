import request from 'supertest'
import { expect, it, onTestFinished } from 'vitest'
import { startMailServer } from '../../support/mail-server.ts'
import { type startSite, startSiteWithGhost } from '../../support/start-site.ts'
import { message, verifiedFields, servedFields } from '../support/contact.ts'

type Site = Awaited<ReturnType<typeof startSite>>

const isDelivered = ({ outbox }: Site) => expect.poll(() => outbox.state()).toMatchObject({ waiting: 0 })

const subscribe = (site: Site, email = 'victim@example.com', type = 'json') =>
  request(site.app).post('/api/newsletter').type(type).send({ email, lang: 'fr' })

it.each(['json', 'form'])(
  'lets Ghost send three mails an hour to a mailbox, and answers (%s) as usual',
  async (type) => {
    const { ghost, site } = await startSiteWithGhost()
    const spellings = ['victim@example.com', 'Victim@example.com', 'victim+a@example.com', 'victim+b@EXAMPLE.com']
    const answers: object[] = []
    for (const email of [...spellings, 'victim@example.com']) {
      const { status, headers, text } = await subscribe(site, email, type)
      answers.push({ status, text, location: headers.location })
      await isDelivered(site)
    }
    expect(answers).toEqual(answers.map(() => answers[0]))
    expect(ghost.subscriptions).toHaveLength(3)
    await subscribe(site, 'lectrice@example.com')
    await expect.poll(() => ghost.subscriptions).toHaveLength(4)
    expect(site.logged()).toContain('often enough within the hour')
    expect(site.logged()).not.toMatch(/victim/i)
  },
)

/** A site that acknowledges, and how many mails its visitor's address has had. */
async function startAcknowledging() {
  const mail = await startMailServer()
  onTestFinished(() => mail[Symbol.asyncDispose]())
  const own = { SMTP_URL: mail.url, CONTACT_TO: 'info@site.example', MAIL_ACKNOWLEDGE: 'on' }
  const { ghost, site } = await startSiteWithGhost(undefined, own)
  return {
    site,
    ghost,
    sentTo: (address: string) => mail.mails.filter(({ envelope }) => envelope.to.includes(address)).length,
    async write(name: string, fields: object, type = 'json') {
      const form = { ...fields, ...message, name }
      const { status } = await request(site.app).post('/api/contact').type(type).send(form)
      await isDelivered(site)
      return status
    },
  }
}

it('acknowledges only messages with a valid proof', async () => {
  const { site, write, sentTo } = await startAcknowledging()
  const served = await servedFields(site.app)
  expect([await write('A', served), await write('B', served, 'form')]).toEqual([202, 303])
  expect([sentTo('info@site.example'), sentTo(message.email)]).toEqual([2, 0])
  expect(await write('C', await verifiedFields(site.app))).toBe(202)
  expect([sentTo('info@site.example'), sentTo(message.email)]).toEqual([3, 1])
})

it('sends three mails an hour to a mailbox, whichever form names it, and delivers every message', async () => {
  const { site, ghost, write, sentTo } = await startAcknowledging()
  await subscribe(site, message.email)
  await isDelivered(site)
  for (const name of ['A', 'B', 'C', 'D']) expect(await write(name, await verifiedFields(site.app))).toBe(202)
  expect(sentTo('info@site.example')).toBe(4)
  expect(ghost.subscriptions.length + sentTo(message.email)).toBe(3)
})
