import { expect, it } from 'vitest'
import { startMailServer } from '../../support/mail-server.ts'
import { type startSite, startSiteWithGhost } from '../../support/start-site.ts'
import { message, postTo, verifiedFields, servedFields } from '../support/contact.ts'

type Site = Awaited<ReturnType<typeof startSite>>

const isDelivered = ({ outbox }: Site) => expect.poll(() => outbox.state()).toMatchObject({ waiting: 0 })

async function subscribe(site: Site, email: string, type = 'json') {
  const { status, text, headers } = await postTo(site.app, '/api/newsletter', { email, lang: 'fr' }, type)
  await isDelivered(site)
  return { status, text, location: headers.location }
}

it('has Ghost send a mailbox at most three mails an hour, and always answers the same', async () => {
  const { ghost, site } = await startSiteWithGhost()
  const answers = {
    json: await subscribe(site, 'victim@example.com', 'json'),
    form: await subscribe(site, 'Victim@example.com', 'form'),
  }
  await subscribe(site, 'victim+a@example.com')
  for (const type of ['json', 'form'] as const)
    expect(await subscribe(site, 'victim+b@EXAMPLE.com', type)).toEqual(answers[type])
  expect(ghost.subscriptions).toHaveLength(3)
  await subscribe(site, 'lectrice@example.com')
  expect(ghost.subscriptions).toHaveLength(4)
  expect(site.logged()).toContain('often enough within the hour')
  expect(site.logged()).not.toMatch(/victim/i)
})

it('acknowledges messages with a valid proof, with at most three mails an hour to a mailbox from both forms', async () => {
  await using mail = await startMailServer()
  const env = { SMTP_URL: mail.url, CONTACT_TO: 'info@site.example', MAIL_ACKNOWLEDGE: 'on' }
  const { ghost, site } = await startSiteWithGhost(undefined, env)
  const mailsTo = (address: string) => mail.mails.filter(({ envelope }) => envelope.to.includes(address))
  const write = async (name: string, fields: object, type = 'json') => {
    const { status } = await postTo(site.app, '/api/contact', { ...fields, ...message, name }, type)
    await isDelivered(site)
    return status
  }
  await subscribe(site, message.email)
  expect(ghost.subscriptions).toHaveLength(1)

  const served = await servedFields(site.app)
  expect(await write('Unable', served)).toBe(202)
  expect(await write('Plain', served, 'form')).toBe(303)
  expect(mailsTo(message.email)).toHaveLength(0)
  const acknowledged: number[] = []
  for (const name of ['First', 'Second', 'Third']) {
    expect(await write(name, await verifiedFields(site.app))).toBe(202)
    acknowledged.push(mailsTo(message.email).length)
  }
  expect(acknowledged).toEqual([1, 2, 2])
  // Every message arrives, and its mail has the result of the bot check.
  const checks = mailsTo('info@site.example').map(({ headers }) => [headers['reply-to'], headers['x-bot-check']])
  expect(checks).toEqual([
    ['Unable <zoe@example.com>', 'unchecked'],
    ['Plain <zoe@example.com>', 'scriptless'],
    ...['First', 'Second', 'Third'].map((name) => [`${name} <zoe@example.com>`, 'passed']),
  ])
})
