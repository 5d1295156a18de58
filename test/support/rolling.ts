import { setTimeout as delay } from 'node:timers/promises'
import { Agent, request } from 'node:https'
import { type BuiltSite, askInstance, startBehindProxy } from '../http/support/behind-proxy.ts'
import { siteHost } from './nginx.ts'

export type Counts = { pages: number; forms: number; failed: string[] }

export type Phase = 'nothing happens' | 'one is stopped' | 'the other is stopped' | 'one is killed'

/** Longer than nginx leaves alone an instance that has failed (fail_timeout). */
const settledMs = 2500

/**
 * Visitors come and go while the instances behind the proxy are replaced one after the other, and one of them dies.
 *
 * @param visitors at once, each with a connection that stays
 * @param pauseMs of a visitor between two requests
 * @param phaseMs how long a phase takes at least
 * @param onPhase hears of each phase when it is over
 */
export async function roll(
  { visitors, pauseMs, phaseMs }: { visitors: number; pauseMs: number; phaseMs: number },
  onPhase: (phase: Phase, counts: Counts) => void = () => {},
): Promise<Record<Phase, Counts> & { accepted: string[]; delivered: string[] }> {
  await using behind = await startBehindProxy({
    FORMS_PER_10_MINUTES: '1000000',
    FORMS_TOTAL_PER_10_MINUTES: '1000000',
  })
  const { nginx, ghost } = behind
  const accepted: string[] = []
  let counts: Counts = { pages: 0, forms: 0, failed: [] }
  let going = true
  let number = 0

  async function visit(): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1, ca: nginx.certificate, servername: siteHost })
    while (going) {
      number += 1
      const email = number % 10 === 0 ? `visitor-${number}@example.com` : null
      // One page in two is stored by the proxy.
      const path = email ? '/api/newsletter' : `/en/blog/an-article${number % 2 === 0 ? '' : `?${number}`}`
      const now = counts
      const outcome = await ask(agent, nginx.https, path, email).catch((error: Error) => error.message)
      now[email ? 'forms' : 'pages'] += 1
      if (outcome === (email ? 202 : 200)) {
        if (email) accepted.push(email)
      } else now.failed.push(`${email ? 'form' : 'page'}: ${outcome}`)
      if (pauseMs > 0) await delay(pauseMs)
    }
    agent.destroy()
  }

  const results: Partial<Record<Phase, Counts>> = {}
  async function during(phase: Phase, act: () => Promise<unknown>): Promise<void> {
    await Promise.all([act(), delay(phaseMs)])
    results[phase] = counts
    onPhase(phase, counts)
    counts = { pages: 0, forms: 0, failed: [] }
  }
  async function replace(instance: BuiltSite, signal: 'SIGTERM' | 'SIGKILL'): Promise<BuiltSite> {
    await instance.end(signal)
    const next = await behind.restart(instance)
    const isReady = () => askInstance(next, '/readyz').then(({ status }) => status === 200)
    while (!(await isReady())) await delay(50)
    await delay(settledMs)
    return next
  }

  const visiting = Array.from({ length: visitors }, visit)
  let { one } = behind
  await during('nothing happens', () => delay(0))
  await during('one is stopped', async () => (one = await replace(one, 'SIGTERM')))
  await during('the other is stopped', () => replace(behind.other, 'SIGTERM'))
  await during('one is killed', () => replace(one, 'SIGKILL'))
  going = false
  await Promise.all(visiting)
  const delivered = () => ghost.subscriptions.map(({ body }) => (body as { email: string }).email)
  // What the killed process was delivering comes back later (docs/decisions/012-outbox-of-files.md).
  for (let wait = 0; wait < 100 && delivered().length < accepted.length; wait += 1) await delay(50)
  return { ...(results as Record<Phase, Counts>), accepted, delivered: delivered() }
}

/** The status; the body is read, so that an answer that is cut off fails. */
function ask(agent: Agent, port: number, path: string, email: string | null): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { Host: siteHost, ...(email ? { 'Content-Type': 'application/json' } : {}) }
    const method = email ? 'POST' : 'GET'
    request({ agent, host: '127.0.0.1', port, path, method, headers }, (answer) => {
      answer.once('error', reject).once('end', () => resolve(answer.statusCode ?? 0))
      answer.resume()
    })
      .once('error', reject)
      .end(email ? JSON.stringify({ email, lang: 'fr' }) : undefined)
  })
}
