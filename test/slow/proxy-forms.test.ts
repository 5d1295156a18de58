import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { startMailServer } from '../support/mail-server.ts'
import { startNginx } from '../support/nginx.ts'
import { message, servedFields, verifiedFields } from '../http/support/contact.ts'
import type { Instance } from '../http/support/instance.ts'
import { startShared } from '../http/support/instances.ts'
import { startInstance } from '../http/support/played-instance.ts'

const json = { 'Content-Type': 'application/json' }
const plain = { 'Content-Type': 'application/x-www-form-urlencoded' }

/** The outcome of a form, as its visitor and its reader see it. */
type Form = {
  name: string
  path: string
  headers: Record<string, string>
  bodyFor: (instance: Instance) => Promise<string>
  answer: object
}

const forms: Form[] = [
  {
    name: 'a message with a proof of work',
    path: '/api/contact',
    headers: json,
    bodyFor: async ({ app }) => JSON.stringify({ ...message, lang: 'en', ...(await verifiedFields(app)) }),
    answer: { status: 202, text: '{}' },
  },
  {
    name: 'a message without script',
    path: '/api/contact',
    headers: plain,
    bodyFor: async (instance) =>
      String(new URLSearchParams({ ...(await servedFields(instance.app)), ...message, lang: 'en' })),
    answer: { status: 303, headers: expect.objectContaining({ location: '/en/contact?form=success#form' }) as object },
  },
  {
    name: 'a subscription',
    path: '/api/newsletter',
    headers: json,
    bodyFor: () => Promise.resolve(JSON.stringify({ email: 'ada@example.com', lang: 'fr' })),
    answer: { status: 202, text: '{"outcome":"sent"}' },
  },
]

/**
 * Ways to two sites, for a proxy in front. The first form of all reaches its site, and its answer is lost: as where that
 * instance dies once it has done everything but say so.
 *
 * @param beforeLost what else happens then, to the site that it reached
 */
async function loseFirstAnswer(sites: readonly [Instance, Instance], beforeLost: (site: Instance) => Promise<unknown>) {
  const reached: Instance[] = []
  const start = (site: Instance) =>
    startInstance(async (req, res) => {
      const isForm = req.method === 'POST'
      if (isForm) reached.push(site)
      const isLost = isForm && reached.length === 1
      const answer = await pass(req, site)
      if (!isLost) return give(answer, res)
      answer.resume()
      await beforeLost(site)
      req.socket.destroy()
    })
  const [one, other] = [await start(sites[0]), await start(sites[1])]
  return {
    /** The sites that a form has reached, in this order. */
    reached,
    places: [one.place, other.place] as const,
    async [Symbol.asyncDispose]() {
      for (const way of [one, other]) await way[Symbol.asyncDispose]()
    },
  }
}

function pass(req: IncomingMessage, { url }: Instance): Promise<IncomingMessage> {
  const { method, headers } = req
  return new Promise((resolve, reject) => {
    req.pipe(request(url + req.url, { method, headers, agent: false }, resolve).once('error', reject))
  })
}

function give(answer: IncomingMessage, res: ServerResponse): void {
  res.writeHead(answer.statusCode ?? 0, answer.headers)
  answer.pipe(res)
}

const isEmpty = async ({ outbox }: Instance) => (await outbox.state()).waiting === 0

async function startTwo() {
  const mail = await startMailServer()
  const shared = await startShared({ TRUST_PROXY: '1', SMTP_URL: mail.url, CONTACT_TO: 'info@nordet.example' })
  const [one, other] = [await shared.startInstance(), await shared.startInstance()] as const
  return {
    sites: [one, other] as const,
    /** The number of mails sent, by the site or by Ghost. */
    sent: () => mail.mails.length + shared.ghost.subscriptions.length,
    async [Symbol.asyncDispose]() {
      for (const held of [one, other, shared, mail]) await held[Symbol.asyncDispose]()
    },
  }
}

it.each(forms)('answers $name whose first instance died after it sent the mail, and sends no second', async (form) => {
  await using two = await startTwo()
  const delivered = (site: Instance) => expect.poll(() => isEmpty(site)).toBe(true)
  await using ways = await loseFirstAnswer(two.sites, delivered)
  await using nginx = await startNginx(ways.places)
  const body = await form.bodyFor(two.sites[0])

  const answer = await nginx.ask(form.path, { method: 'POST', headers: form.headers, body })

  expect(answer).toMatchObject(form.answer)
  expect(new Set(ways.reached)).toEqual(new Set(two.sites))
  for (const site of two.sites) await delivered(site)
  expect(two.sent()).toBe(1)
  expect(ways.reached[1]?.logged()).toContain('needless')
})

it.each(forms)('answers $name whose first instance died before it could send the mail, and sends one', async (form) => {
  await using two = await startTwo()
  await Promise.all(two.sites.map(({ outbox }) => outbox.stop()))
  await using ways = await loseFirstAnswer(two.sites, () => Promise.resolve())
  await using nginx = await startNginx(ways.places)
  const body = await form.bodyFor(two.sites[0])

  const answer = await nginx.ask(form.path, { method: 'POST', headers: form.headers, body })

  expect(answer).toMatchObject(form.answer)
  for (const { outbox } of two.sites) expect((await outbox.state()).waiting).toBe(1)
  const [dead, alive] = ways.reached
  for (const site of [alive, dead]) {
    await site?.outbox.start()
    await expect.poll(() => site && isEmpty(site)).toBe(true)
    expect(two.sent()).toBe(1)
  }
})

it('counts a form that was sent again as its proxy sent it, and refuses what comes beyond the rate', async () => {
  await using shared = await startShared({ TRUST_PROXY: '1', FORMS_PER_10_MINUTES: '3' })
  await using one = await shared.startInstance()
  await using other = await shared.startInstance()
  await using ways = await loseFirstAnswer([one, other], () => Promise.resolve())
  await using nginx = await startNginx(ways.places)
  const subscribe = async () => {
    const body = JSON.stringify({ email: 'ada@example.com', lang: 'fr' })
    return (await nginx.ask('/api/newsletter', { method: 'POST', headers: json, body })).status
  }
  expect([await subscribe(), await subscribe(), await subscribe()]).toEqual([202, 202, 429])
  expect(ways.reached).toHaveLength(4)
})
