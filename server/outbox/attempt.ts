import type { Log } from '../runtime/log.ts'
import type { Observer } from '../runtime/observer.ts'
import type { Claims } from './claims.ts'
import { type Delivery, type Destination, later, type Route } from './delivery.ts'
import { type Entry, fileOf, type Step } from './entry.ts'
import type { FolderHealth } from './folder-health.ts'
import type { Message } from './message.ts'
import { backoffAfter, claimMsFor } from './schedule.ts'
import type { Spool } from './spool.ts'

/** An acknowledgement that comes an hour late is of no use. */
const mostBestEffortAttempts = 10
/** The operator decides after so many attempts without an answer, an hour apart: each may have been a mail. */
const mostUnanswered = 3

type AttemptOptions = {
  spool: Spool
  folder: FolderHealth
  claims: Claims
  /** Milliseconds since 1970. */
  now: () => number
  log: Log
  observer: Pick<Observer, 'onDelivery'>
}

/**
 * Makes an attempt at a message: claims it, delivers it, and records the outcome.
 *
 * @returns a function to the entry's next state if it is to be tried again, or null
 */
export function createAttempt({ spool, folder, claims, now, log, observer }: AttemptOptions) {
  return async function attempt(entry: Entry, route: Route, destination: Destination): Promise<Entry | null> {
    const dueAt = now() + claimMsFor(route.longestMs)
    const claimed: Entry = { ...entry, state: 'claimed', dueAt, attempts: entry.attempts + 1 }
    claims.begin(claimed)
    try {
      return (await spool.move(entry, claimed)) ? await deliverClaimed(entry, claimed, route, destination) : null
    } finally {
      claims.end(claimed)
    }
  }

  async function deliverClaimed(
    entry: Entry,
    claimed: Entry,
    route: Route,
    destination: Destination,
  ): Promise<Entry | null> {
    // The process that held this claim has died, perhaps after the mail had gone.
    if (entry.state === 'claimed' && route.atMostOnce) return forget(claimed)

    const content = await spool.read(claimed)
    if (content.kind === 'gone') return null
    if (content.kind === 'broken') {
      log.error({ file: fileOf(claimed), reason: content.reason }, 'outbox: a broken file is set aside')
      await spool.move(claimed, { ...claimed, state: 'refused' })
      return null
    }
    if (content.kind === 'unreadable') {
      const dueAt = now() + backoffAfter(claimed.attempts, 0)
      const again = new Date(dueAt).toISOString()
      log.error({ file: fileOf(claimed), reason: content.reason, again }, 'outbox: a file is left for later')
      return keep(claimed, { ...claimed, state: 'waiting', dueAt })
    }
    const { message } = content
    const delivery = await claims.during(claimed, () => callRoute(route, entry.step, message))
    const dueAt = destination.record(delivery, claimed.attempts)
    const about = { id: entry.id, step: entry.step, attempts: claimed.attempts }

    switch (delivery.kind) {
      case 'delivered': {
        log.info(about, 'outbox: delivered')
        const step = await route.followedBy(message)
        if (step === null) return forget(claimed)
        // The same file becomes its own next step, which is then taken exactly once.
        return keep(claimed, { ...claimed, state: 'waiting', step, dueAt, attempts: 0 })
      }
      case 'refused':
        log.error({ ...about, reason: delivery.reason }, 'outbox: refused')
        if (route.atMostOnce) return forget(claimed)
        return setAside(claimed, message, delivery.reason)
      case 'unanswered': {
        const unanswered = (message.unanswered ?? 0) + 1
        const isLast = unanswered >= mostUnanswered
        const details = { ...about, unanswered, reason: delivery.reason }
        if (isLast) log.error(details, 'outbox: perhaps delivered')
        else log.warn(details, 'outbox: perhaps delivered')
        if (route.atMostOnce) return forget(claimed)
        if (isLast) return setAside(claimed, { ...message, unanswered }, delivery.reason)
        await recordFailure(claimed, { ...message, unanswered }, delivery.reason)
        return keep(claimed, { ...claimed, state: 'waiting', dueAt })
      }
      case 'later':
        log.warn(
          { ...about, reason: delivery.reason, again: new Date(dueAt).toISOString() },
          'outbox: to be tried again',
        )
        if (route.atMostOnce && claimed.attempts >= mostBestEffortAttempts) return forget(claimed)
        await recordFailure(claimed, message, delivery.reason)
        return keep(claimed, { ...claimed, state: 'waiting', dueAt })
    }
  }

  async function callRoute(route: Route, step: Step, message: Message): Promise<Delivery> {
    try {
      const delivery = await route.deliver(message, AbortSignal.timeout(route.longestMs))
      observer.onDelivery(step, delivery.kind)
      return delivery
    } catch (error) {
      log.error({ err: error, id: message.id }, 'outbox: a delivery failed in an unexpected way')
      return later('an unexpected failure; see the log', 'message')
    }
  }

  async function setAside(claimed: Entry, message: Message, reason: string): Promise<null> {
    await recordFailure(claimed, message, reason)
    await keep(claimed, { ...claimed, state: 'refused' })
    return null
  }

  async function forget(claimed: Entry): Promise<null> {
    if (!(await spool.remove(claimed))) reportLost(claimed)
    return null
  }

  async function keep(claimed: Entry, next: Entry): Promise<Entry | null> {
    if (await spool.move(claimed, next)) return next
    reportLost(claimed)
    return null
  }

  /** Best effort: the operator reads the reason, the delivery does not need it. */
  async function recordFailure(claimed: Entry, message: Message, reason: string): Promise<void> {
    // Another process may have the file by now: writing would make a second one.
    if (now() >= claimed.dueAt || !claims.isSurelyOurs(claimed)) return
    const failure = { at: new Date(now()).toISOString(), reason }
    await spool.write(claimed, { ...message, failure }).catch(folder.failed)
  }

  function reportLost({ id, step }: Entry): void {
    log.warn({ id, step }, 'outbox: the claim ran out before the delivery ended; the message may arrive twice')
  }
}
