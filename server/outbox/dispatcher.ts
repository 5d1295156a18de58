import type { Clock } from '../config/config.ts'
import type { Log } from '../runtime/log.ts'
import type { Observer } from '../runtime/observer.ts'
import { outsideTraces } from '../runtime/trace.ts'
import { createAttempt } from './attempt.ts'
import { createDestination, type Destination, type Route, type Routes } from './delivery.ts'
import { type Entry, fileOf } from './entry.ts'
import type { FolderHealth } from './folder-health.ts'
import { dueImmediately, isBeyondBackoff, isDue } from './schedule.ts'
import type { Spool } from './spool.ts'

/** The interval at which the folder is read, in milliseconds. The operator adds files too. */
const pollMs = 5000

export type DispatcherOptions = Clock & {
  spool: Spool
  folder: FolderHealth
  routes: Routes
  /** Numbers from 0 up to 1. */
  random: () => number
  log: Log
  observer: Pick<Observer, 'onDelivery'>
}

/** Delivers due messages, a few at a time. */
export function createDispatcher(options: DispatcherOptions) {
  const { spool, folder, routes, now, random, log, observer } = options
  const destinations = {
    ghost: createDestination(options, random),
    mail: createDestination(options, random),
  } satisfies Record<Route['destination'], Destination>
  /** Entries that wait for their delivery. */
  let pending: Entry[] = []
  let addedSincePoll: Entry[] = []
  /** Paths of entries that were postponed while the clock was ahead. They are due now. */
  const postponedByWrongClock = new Set<string>()
  const running = new Set<Promise<void>>()
  /** Identifiers of running deliveries. */
  const delivering = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  /** The latest time of the next poll, by `performance.now()`. */
  let pollAt = 0
  let active = false

  const attempt = createAttempt({ spool, folder, now, log, observer })
  let polling: Promise<void> | null = null

  /** Reads the folder, and schedules what is there. */
  function poll(): Promise<void> {
    polling ??= folder.check(readFolder).finally(() => {
      polling = null
      pollAt = performance.now() + pollMs
      schedule()
    })
    return polling
  }

  async function readFolder(): Promise<void> {
    addedSincePoll = []
    await spool.prepare()
    for (const file of await spool.tidy(now)) log.error({ file }, 'outbox: a foreign file was moved to refused')
    const queue = (await spool.queue()).filter(({ id }) => !delivering.has(id))
    pending = [...queue, ...addedSincePoll]
    await findPostponedByWrongClock()
    await spool.mayBeWritten()
  }

  /** A failure in the past explains a long delay: the destination may have asked for an hour. */
  async function findPostponedByWrongClock(): Promise<void> {
    postponedByWrongClock.clear()
    for (const entry of pending.filter((candidate) => isBeyondBackoff(candidate, now()))) {
      const content = await spool.read(entry)
      const failure = content.kind === 'message' ? content.message.failure : undefined
      if (failure === undefined || Date.parse(failure.at) > now()) postponedByWrongClock.add(fileOf(entry))
    }
  }

  /** Begins each delivery that is due and has room, then sets the timer for the next poll. */
  function schedule(): void {
    if (!active) return
    pending.sort((a, b) => a.dueAt - b.dueAt)
    pending = pending.filter((entry) => {
      const route = routes[entry.step]
      if (route === null) return false
      if (!mayBegin(entry, route)) return true
      const destination = destinations[route.destination]
      destination.begin()
      delivering.add(entry.id)
      const delivery = attempt(entry, route, destination)
        .then((next) => {
          if (next !== null) pending.push(next)
        })
        .catch(folder.failed)
        .finally(() => {
          destination.end()
          delivering.delete(entry.id)
          running.delete(delivery)
          schedule()
        })
      running.add(delivery)
      return false
    })
    clearTimeout(timer)
    timer = setTimeout(() => void poll(), nextPollIn())
    timer.unref()
  }

  function mayBegin(entry: Entry, { destination }: Route): boolean {
    const { backoffLeft, hasRoom } = destinations[destination]
    const isEntryDue = isDue(entry, now()) || postponedByWrongClock.has(fileOf(entry))
    return isEntryDue && hasRoom() && (backoffLeft() === 0 || entry.dueAt === dueImmediately)
  }

  /** Milliseconds until the next entry may be due. Entries that are already due wait for room, not for time. */
  function nextPollIn(): number {
    const waits = pending.map(({ dueAt, step }) => {
      const route = routes[step]
      return Math.max(dueAt - now(), route === null ? 0 : destinations[route.destination].backoffLeft())
    })
    return Math.min(pollAt - performance.now(), ...waits.filter((wait) => wait > 0))
  }

  return {
    /** Lines for `/readyz`. It is public, so they name no host. */
    diagnostics: (): string[] =>
      Object.entries(destinations).flatMap(([name, { isFailing }]) =>
        isFailing() ? [`outbox: the last delivery failed (${name}), what waits is tried again`] : [],
      ),

    /** Begins to deliver; resolves when the folder has been read. */
    start(): Promise<void> {
      active = true
      return poll()
    },

    add(entry: Entry): void {
      addedSincePoll.push(entry)
      pending.push(entry)
      outsideTraces(schedule)
    },

    /** Begins no further deliveries. Resolves when the running ones have ended. */
    async stop(): Promise<void> {
      active = false
      clearTimeout(timer)
      await polling
      await Promise.all(running)
    },
  }
}
