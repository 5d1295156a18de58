import { setTimeout as delay } from 'node:timers/promises'
import { Agent, request } from 'node:https'
import { type BuiltSite, startBehindProxy } from '../http/support/behind-proxy.ts'
import { message, servedFields } from '../http/support/contact.ts'
import { askOverHttp } from './ask-over-http.ts'
import { startMailServer } from './mail-server.ts'
import { siteHost } from './over-https.ts'

/** `cut`: forms that the killed instance did not answer. No proxy repeats them, so their visitors see an error. */
export type Counts = { pages: number; forms: number; cut: number; failed: string[] }

export type Phase = 'nothing happens' | 'one is stopped' | 'the other is stopped' | 'one is killed'

/**
 * The e-mail addresses that were accepted, that arrived before an instance was killed and in total, that are still in an
 * outbox, and that are lost.
 */
export type Rolled = Record<Phase, Counts> &
  Record<'accepted' | 'deliveredBeforeKill' | 'delivered' | 'waiting' | 'lost', string[]>

/** The maximum of concurrent deliveries of an instance, three to each destination. If it is killed, it repeats them. */
export const maxUnderWay = 6

type Load = {
  /** The number of concurrent visitors, each with a kept connection. */
  visitors: number
  /** A visitor's pause between two requests. */
  pauseMs: number
  /** The minimum time and the minimum requests of a phase, since a machine may be busy. */
  phaseMs: number
  phaseRequests: number
  /**
   * After so many milliseconds without arrivals and visitors, the wait for accepted messages ends; by
   * default 10 s.
   */
  patienceMs?: number
}

/** Longer than nginx avoids a failed instance (fail_timeout). */
const settledMs = 2500

/**
 * Runs visitors while the instances behind the proxy are replaced one after the other, and one of them is killed.
 *
 * @param onPhase called after each phase
 */
export async function roll(
  { visitors, pauseMs, phaseMs, phaseRequests, patienceMs = 10_000 }: Load,
  onPhase: (phase: Phase, counts: Counts) => void = () => {},
): Promise<Rolled> {
  await using mail = await startMailServer()
  await using behind = await startBehindProxy({
    SMTP_URL: mail.url,
    CONTACT_TO: 'info@site.example',
    FORMS_PER_10_MINUTES: '1000000',
    FORMS_TOTAL_PER_10_MINUTES: '1000000',
  })
  const { nginx, ghost } = behind
  const served = await servedFields(behind.site1.url)
  const accepted: string[] = []
  const noCounts = (): Counts => ({ pages: 0, forms: 0, cut: 0, failed: [] })
  let counts = noCounts()
  let isKilling = false
  let going = true
  let number = 0

  async function visit(): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1, ca: nginx.certificate, servername: siteHost })
    while (going) {
      number += 1
      const email = number % 10 === 0 ? `visitor-${number}@example.com` : null
      // The proxy stores every second page and no search. Every second form is a message.
      const [path, form]: [string, object | null] =
        email === null
          ? [number % 2 === 0 ? '/en/blog/an-article' : '/en/blog?q=article', null]
          : number % 20 === 0
            ? ['/api/contact', { ...served, ...message, email }]
            : ['/api/newsletter', { email, lang: 'fr' }]
      const now = counts
      const outcome = await ask(agent, nginx.https, path, form).catch((error: Error) => error.message)
      now[email ? 'forms' : 'pages'] += 1
      if (outcome === (email ? 202 : 200)) {
        if (email) accepted.push(email)
      } else if (isKilling && email && outcome === 503) now.cut += 1
      else now.failed.push(`${email ? 'form' : 'page'}: ${outcome}`)
      if (pauseMs > 0) await delay(pauseMs)
    }
    agent.destroy()
  }

  const results: Partial<Record<Phase, Counts>> = {}
  async function during(phase: Phase, act: () => Promise<unknown>): Promise<void> {
    await Promise.all([act(), delay(phaseMs)])
    while (counts.pages + counts.forms < phaseRequests) await delay(50)
    results[phase] = counts
    onPhase(phase, counts)
    counts = noCounts()
  }
  async function replace(instance: BuiltSite, signal: 'SIGTERM' | 'SIGKILL'): Promise<BuiltSite> {
    await instance.end(signal)
    const next = await behind.restart(instance)
    const isReady = () => askOverHttp(`${next.url}/readyz`).then(({ status }) => status === 200)
    while (!(await isReady())) await delay(50)
    await delay(settledMs)
    return next
  }

  const delivered = () => [
    ...ghost.subscriptions.map(({ body }) => (body as { email: string }).email),
    ...mail.mails.map(({ headers }) => /<(.*)>/.exec(headers['reply-to'] ?? '')?.[1] ?? ''),
  ]
  const visiting = Array.from({ length: visitors }, visit)
  let { site1 } = behind
  await during('nothing happens', () => delay(0))
  await during('one is stopped', async () => (site1 = await replace(site1, 'SIGTERM')))
  await during('the other is stopped', () => replace(behind.site2, 'SIGTERM'))
  const deliveredBeforeKill = delivered()
  isKilling = true
  await during('one is killed', () => replace(site1, 'SIGKILL'))
  going = false
  await Promise.all(visiting)
  await untilNothingArrives(() => new Set(delivered()).size, accepted.length, patienceMs)
  // Ends the instances first, because deliveries rename files.
  const inOutbox = await behind.leave()
  const arrived = new Set(delivered())
  const missing = accepted.filter((email) => !arrived.has(email))
  return {
    ...(results as Record<Phase, Counts>),
    accepted,
    deliveredBeforeKill,
    delivered: delivered(),
    waiting: missing.filter((email) => inOutbox.includes(email)),
    lost: missing.filter((email) => !inOutbox.includes(email)),
  }
}

/** Waits as long as messages arrive, since a busy machine takes time for a backlog. */
async function untilNothingArrives(count: () => number, expected: number, patienceMs: number): Promise<void> {
  let last = count()
  for (let since = performance.now(); last < expected && performance.now() - since < patienceMs;) {
    await delay(200)
    if (count() === last) continue
    last = count()
    since = performance.now()
  }
}

/** The status. Reads the body, so that an incomplete response fails. */
function ask(agent: Agent, port: number, path: string, form: object | null): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { Host: siteHost, ...(form ? { 'Content-Type': 'application/json' } : {}) }
    const method = form ? 'POST' : 'GET'
    request({ agent, host: '127.0.0.1', port, path, method, headers }, (answer) => {
      answer.once('error', reject).once('end', () => resolve(answer.statusCode ?? 0))
      answer.resume()
    })
      .once('error', reject)
      .end(form ? JSON.stringify(form) : undefined)
  })
}
