import type { Log } from '../log/log.ts'
import type { Claims } from './claims.ts'
import { type Delivery, later, type Route } from './delivery.ts'
import type { Destination } from './destination.ts'
import { type Entry, pathOf } from './entry.ts'
import type { FolderState } from './folder-state.ts'
import type { Message } from './message.ts'
import { claimMsFor, copyPauseMs, pauseAfter } from './schedule.ts'
import type { Spool } from './spool.ts'
import type { Turns } from './turns.ts'

/** A courtesy that comes an hour late is none. */
const mostCourtesyAttempts = 10
/** What was sent so often, an hour apart, and never answered, is the operator's: it is a mail each time. */
const mostUnanswered = 3

export type AttemptOptions = {
  spool: Spool
  folder: FolderState
  claims: Claims
  turns: Turns
  /** Milliseconds since 1970. */
  now: () => number
  log: Log
}

/**
 * One attempt at one message: claim it, deliver it, and write down what became of it.
 *
 * @returns a function to the entry's next state where it is to be tried again, or null
 */
export function createAttempt({ spool, folder, claims, turns, now, log }: AttemptOptions) {
  return async function attempt(entry: Entry, route: Route, destination: Destination): Promise<Entry | null> {
    const dueAt = now() + claimMsFor(route.longestMs)
    const claimed: Entry = { ...entry, state: 'claimed', dueAt, attempts: entry.attempts + 1 }
    claims.begin(claimed)
    try {
      return (await spool.move(entry, claimed)) ? await carryOut(entry, claimed, route, destination) : null
    } finally {
      claims.end(claimed)
    }
  }

  async function carryOut(entry: Entry, claimed: Entry, route: Route, destination: Destination): Promise<Entry | null> {
    // Whoever held the claim has died with it, perhaps after the mail had gone.
    if (entry.state === 'claimed' && route.atMostOnce) return forget(claimed)

    const reading = await spool.read(claimed)
    if (reading.kind === 'gone') return null
    if (reading.kind === 'broken') {
      log.error({ file: pathOf(claimed), reason: reading.reason }, 'outbox: a broken file is set aside')
      await spool.move(claimed, { ...claimed, state: 'refused' })
      return null
    }
    if (reading.kind === 'unreadable') {
      const dueAt = now() + pauseAfter(claimed.attempts, 0)
      const again = new Date(dueAt).toISOString()
      log.error({ file: pathOf(claimed), reason: reading.reason, again }, 'outbox: a file is left for later')
      return keep(claimed, { ...claimed, state: 'waiting', dueAt })
    }
    const { message } = reading
    const turn = await turns.take(claimed)
    if (turn === 'theirs' && !route.atMostOnce) {
      return keep(claimed, { ...entry, state: 'waiting', dueAt: now() + copyPauseMs })
    }
    if (turn === 'theirs' || turn === 'needless') {
      log.info({ id: entry.id, step: entry.step }, 'outbox: needless, another instance delivers the same message')
      return forget(claimed)
    }
    const outcome: Delivery =
      turn === 'delivered' ? { kind: 'delivered' } : await claims.during(claimed, () => deliver(route, message))
    if (outcome.kind === 'delivered') await turns.delivered(claimed)
    else await turns[outcome.kind === 'unanswered' ? 'unanswered' : 'giveBack'](claimed)
    const dueAt = destination.note(outcome, claimed.attempts)
    const about = { id: entry.id, step: entry.step, attempts: claimed.attempts }

    switch (outcome.kind) {
      case 'delivered': {
        log.info(about, turn === 'delivered' ? 'outbox: had been delivered' : 'outbox: delivered')
        const step = await route.followedBy(message)
        if (step === null) return forget(claimed)
        // The same file becomes its own next step: it can be taken neither twice nor never.
        return keep(claimed, { ...claimed, state: 'waiting', step, dueAt, attempts: 0 })
      }
      case 'refused':
        log.error({ ...about, reason: outcome.reason }, 'outbox: refused')
        if (route.atMostOnce) return forget(claimed)
        return setAside(claimed, message, outcome.reason)
      case 'unanswered': {
        const unanswered = (message.unanswered ?? 0) + 1
        const isLast = unanswered >= mostUnanswered
        log[isLast ? 'error' : 'warn']({ ...about, unanswered, reason: outcome.reason }, 'outbox: perhaps delivered')
        if (route.atMostOnce) return forget(claimed)
        if (isLast) return setAside(claimed, { ...message, unanswered }, outcome.reason)
        await note(claimed, { ...message, unanswered }, outcome.reason)
        return keep(claimed, { ...claimed, state: 'waiting', dueAt })
      }
      case 'later':
        log.warn(
          { ...about, reason: outcome.reason, again: new Date(dueAt).toISOString() },
          'outbox: to be tried again',
        )
        if (route.atMostOnce && claimed.attempts >= mostCourtesyAttempts) return forget(claimed)
        await note(claimed, message, outcome.reason)
        return keep(claimed, { ...claimed, state: 'waiting', dueAt })
    }
  }

  async function deliver(route: Route, message: Message): Promise<Delivery> {
    try {
      return await route.deliver(message, AbortSignal.timeout(route.longestMs))
    } catch (error) {
      log.error({ err: error, id: message.id }, 'outbox: a delivery failed in a way that nobody expected')
      return later('an unexpected failure; see the log', 'message')
    }
  }

  async function setAside(claimed: Entry, message: Message, reason: string): Promise<null> {
    await note(claimed, message, reason)
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

  /** The reason is a convenience: where it cannot be written, the message stays what it was. */
  async function note(claimed: Entry, message: Message, reason: string): Promise<void> {
    // The file may be another process's by now, and writing would make a second one.
    if (now() >= claimed.dueAt || !claims.isSurelyOurs(claimed)) return
    const failure = { at: new Date(now()).toISOString(), reason }
    await spool.write(claimed, { ...message, failure }).catch(folder.failed)
  }

  function reportLost({ id, step }: Entry): void {
    log.warn({ id, step }, 'outbox: the claim ran out before the delivery ended; the message may arrive twice')
  }
}
