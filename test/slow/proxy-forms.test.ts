import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { startFakeGhost } from '../support/fake-ghost.ts'
import { startMailServer } from '../support/mail-server.ts'
import { startNginx } from '../support/nginx.ts'
import { startSite } from '../support/start-site.ts'
import { message, servedFields, verifiedFields } from '../http/support/contact.ts'
import type { Instance } from '../http/support/instance.ts'
import { startInstance } from '../http/support/played-instance.ts'

const json = { 'Content-Type': 'application/json' }
const plain = { 'Content-Type': 'application/x-www-form-urlencoded' }

type Form = {
  name: string
  path: string
  headers: Record<string, string>
  bodyFor: (instance: Instance) => Promise<string>
}

const forms: Form[] = [
  {
    name: 'a message with a proof of work',
    path: '/api/contact',
    headers: json,
    bodyFor: async ({ app }) => JSON.stringify({ ...message, lang: 'en', ...(await verifiedFields(app)) }),
  },
  {
    name: 'a message without script',
    path: '/api/contact',
    headers: plain,
    bodyFor: async (instance) =>
      String(new URLSearchParams({ ...(await servedFields(instance.app)), ...message, lang: 'en' })),
  },
  {
    name: 'a subscription',
    path: '/api/newsletter',
    headers: json,
    bodyFor: () => Promise.resolve(JSON.stringify({ email: 'ada@example.com', lang: 'fr' })),
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
  const ghost = await startFakeGhost()
  const env = { ...ghost.env, TRUST_PROXY: '1', SMTP_URL: mail.url, CONTACT_TO: 'info@nordet.example' }
  const [one, other] = [await startSite(env), await startSite(env)] as const
  return {
    sites: [one, other] as const,
    /** The number of mails sent, by the site or by Ghost. */
    sent: () => mail.mails.length + ghost.subscriptions.length,
    async [Symbol.asyncDispose]() {
      for (const held of [one, other, ghost, mail]) await held[Symbol.asyncDispose]()
    },
  }
}

it.each(forms)('tells the visitor of $name that its instance has died, and gives it to no other', async (form) => {
  await using two = await startTwo()
  const delivered = (site: Instance) => expect.poll(() => isEmpty(site)).toBe(true)
  await using ways = await loseFirstAnswer(two.sites, delivered)
  await using nginx = await startNginx(ways.places)
  const body = await form.bodyFor(two.sites[0])

  const answer = await nginx.ask(form.path, { method: 'POST', headers: form.headers, body })

  expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '10' } })
  expect(ways.reached).toHaveLength(1)
  for (const site of two.sites) await delivered(site)
  expect(two.sent()).toBe(1)
})

it.each(forms)('has the instance that died before it could send $name do so once it is back', async (form) => {
  await using two = await startTwo()
  await Promise.all(two.sites.map(({ outbox }) => outbox.stop()))
  await using ways = await loseFirstAnswer(two.sites, () => Promise.resolve())
  await using nginx = await startNginx(ways.places)
  const body = await form.bodyFor(two.sites[0])

  const answer = await nginx.ask(form.path, { method: 'POST', headers: form.headers, body })

  expect(answer.status).toBe(503)
  const waiting = await Promise.all(two.sites.map(async ({ outbox }) => (await outbox.state()).waiting))
  expect(waiting).toEqual(two.sites.map((site) => (site === ways.reached[0] ? 1 : 0)))
  for (const site of two.sites) {
    await site.outbox.start()
    await expect.poll(() => isEmpty(site)).toBe(true)
  }
  expect(two.sent()).toBe(1)
})
