import type { Log } from '../runtime/log.ts'
import type { Observer } from '../runtime/observer.ts'
import { type Delivery, type Destination, later, type Route } from './delivery.ts'
import { type Entry, fileOf, type Step } from './entry.ts'
import type { FolderHealth } from './folder-health.ts'
import type { Message } from './message.ts'
import { backoffAfter, isUnderWay, underWay } from './schedule.ts'
import type { Spool } from './spool.ts'

/** An acknowledgement that comes an hour late is of no use. */
const maxBestEffortAttempts = 10
/** The maximum number of attempts without an answer, an hour apart. Each may have sent a mail, so the operator decides then. */
const maxUnanswered = 3

type AttemptOptions = {
  spool: Spool
  folder: FolderHealth
  /** Milliseconds since 1970. */
  now: () => number
  log: Log
  observer: Pick<Observer, 'onDelivery'>
}

/**
 * Makes an attempt at a message: counts it, delivers it, and records the outcome.
 *
 * @returns a function that returns the entry's next state, or null if there is no further attempt
 */
export function createAttempt({ spool, folder, now, log, observer }: AttemptOptions) {
  return async function attempt(entry: Entry, route: Route, destination: Destination): Promise<Entry | null> {
    // The process died while it delivered, perhaps after the mail was sent.
    if (route.atMostOnce && isUnderWay(entry)) return forget(entry)
    const begun: Entry = { ...entry, dueAt: underWay, attempts: entry.attempts + 1 }
    if (!(await spool.move(entry, begun))) return null
    const content = await spool.read(begun)
    if (content.kind === 'gone') return null
    if (content.kind === 'broken') {
      log.error({ file: fileOf(begun), reason: content.reason }, 'outbox: a broken file was moved to refused')
      return keep(begun, { ...begun, state: 'refused' })
    }
    if (content.kind === 'unreadable') {
      const dueAt = now() + backoffAfter(begun.attempts, 0)
      const again = new Date(dueAt).toISOString()
      log.error({ file: fileOf(begun), reason: content.reason, again }, 'outbox: a file cannot be read, retrying later')
      return keep(begun, { ...begun, dueAt })
    }
    const { message } = content
    const delivery = await callRoute(route, entry.step, message)
    const dueAt = destination.record(delivery, begun.attempts)
    const about = { id: entry.id, step: entry.step, attempts: begun.attempts }

    switch (delivery.kind) {
      case 'delivered': {
        log.info(about, 'outbox: delivered')
        const step = await route.followedBy(message)
        if (step === null) return forget(begun)
        // Renaming the file to its next step makes that step happen once.
        return keep(begun, { ...begun, step, dueAt, attempts: 0 })
      }
      case 'refused':
        log.error({ ...about, reason: delivery.reason }, 'outbox: refused')
        if (route.atMostOnce) return forget(begun)
        return keepFailed(begun, { ...begun, state: 'refused' }, message, delivery.reason)
      case 'unanswered': {
        const unanswered = (message.unanswered ?? 0) + 1
        const isLast = unanswered >= maxUnanswered
        const details = { ...about, unanswered, reason: delivery.reason }
        if (isLast) log.error(details, 'outbox: perhaps delivered')
        else log.warn(details, 'outbox: perhaps delivered')
        if (route.atMostOnce) return forget(begun)
        const next: Entry = isLast ? { ...begun, state: 'refused' } : { ...begun, dueAt }
        return keepFailed(begun, next, { ...message, unanswered }, delivery.reason)
      }
      case 'later':
        log.warn(
          { ...about, reason: delivery.reason, again: new Date(dueAt).toISOString() },
          'outbox: to be tried again',
        )
        if (route.atMostOnce && begun.attempts >= maxBestEffortAttempts) return forget(begun)
        return keepFailed(begun, { ...begun, dueAt }, message, delivery.reason)
    }
  }

  async function callRoute(route: Route, step: Step, message: Message): Promise<Delivery> {
    try {
      const delivery = await route.deliver(message, AbortSignal.timeout(route.maxMs))
      observer.onDelivery(step, delivery.kind)
      return delivery
    } catch (error) {
      log.error({ err: error, id: message.id }, 'outbox: unexpected error in a delivery')
      return later('an unexpected failure; see the log', 'message')
    }
  }

  async function forget(entry: Entry): Promise<null> {
    await spool.remove(entry)
    return null
  }

  async function keep(from: Entry, to: Entry): Promise<Entry | null> {
    return (await spool.move(from, to)) && to.state === 'waiting' ? to : null
  }

  /** Writes the reason into the file. If that fails, the delivery continues and the operator lacks the reason. */
  async function keepFailed(begun: Entry, next: Entry, message: Message, reason: string): Promise<Entry | null> {
    // Another process took the file while this one was suspended. Writing would create a second file.
    if ((await spool.read(begun)).kind === 'gone') return null
    const failure = { at: new Date(now()).toISOString(), reason }
    await spool.write(begun, { ...message, failure }).catch(folder.failed)
    return keep(begun, next)
  }
}
