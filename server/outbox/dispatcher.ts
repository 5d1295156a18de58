import type { Log } from '../log/log.ts'
import { createAttempt } from './attempt.ts'
import { createClaims } from './claims.ts'
import type { Route, Routes } from './delivery.ts'
import { createDestination, type Destination } from './destination.ts'
import type { Entry } from './entry.ts'
import type { FolderState } from './folder-state.ts'
import { atOnce, isDue, signMs } from './schedule.ts'
import type { Spool } from './spool.ts'
import type { Turns } from './turns.ts'

/** How often the folder is looked at for what other processes and the operator have put there, in milliseconds. */
const lookMs = signMs

export type DispatcherOptions = {
  spool: Spool
  folder: FolderState
  routes: Routes
  turns: Turns
  /** Milliseconds since 1970. */
  now: () => number
  /** Milliseconds since any instant; never set back. */
  uptime: () => number
  /** Numbers from 0 up to 1. */
  random: () => number
  log: Log
}

/**
 * Delivers what waits in the spool: what is due, a few at a time. A message is claimed by renaming its file, and is free
 * again where no sign of life comes from its owner, or where the claim has run out (docs/decisions/012-outbox-of-files.md).
 */
export function createDispatcher({ spool, folder, routes, turns, now, uptime, random, log }: DispatcherOptions) {
  const destinations = {
    ghost: createDestination(now, random),
    mail: createDestination(now, random),
  } satisfies Record<Route['destination'], Destination>
  /** What this process knows of, as far as it can be delivered; a claim fails where another process knew better. */
  let agenda: Entry[] = []
  let addedSinceLook: Entry[] = []
  const underWay = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  /** By `performance.now()`: when to look at the folder, whatever comes or ends until then. */
  let lookAt = 0
  let active = false

  const claims = createClaims({ spool, turns, folder, uptime })
  const attempt = createAttempt({ spool, folder, claims, turns, now, log })
  let looking: Promise<void> | null = null

  /** Reads the folder, and begins what is due. */
  function look(): Promise<void> {
    looking ??= folder
      .look(readFolder, () => spool.tryOut(now()))
      .finally(() => {
        looking = null
        lookAt = performance.now() + lookMs
        begin()
      })
    return looking
  }

  async function readFolder(): Promise<void> {
    addedSinceLook = []
    await spool.prepare()
    for (const file of await spool.tidy(now)) log.error({ file }, 'outbox: a file that is no message is set aside')
    agenda = [...(await spool.queue()), ...addedSinceLook]
    await claims.look(agenda)
    await spool.mayBeWritten()
  }

  /** Begins every delivery whose turn it is and for which there is room. */
  function begin(): void {
    if (!active) return
    agenda.sort((one, other) => one.dueAt - other.dueAt)
    agenda = agenda.filter((entry) => {
      const route = routes[entry.step]
      if (route === null) return false
      if (!isItsTurn(entry, route)) return true
      const delivery = carryOut(entry, route)
        .catch(folder.failed)
        .finally(() => {
          underWay.delete(delivery)
          begin()
        })
      underWay.add(delivery)
      return false
    })
    clearTimeout(timer)
    timer = setTimeout(() => void look(), nextLookIn())
    timer.unref()
  }

  function isItsTurn(entry: Entry, { destination }: Route): boolean {
    const { pausedUntil, hasRoom } = destinations[destination]
    const isFree = isDue(entry, now()) || claims.isFree(entry)
    return isFree && hasRoom() && (pausedUntil() <= now() || entry.dueAt === atOnce)
  }

  async function carryOut(entry: Entry, route: Route): Promise<void> {
    const destination = destinations[route.destination]
    destination.begin()
    try {
      const next = await attempt(entry, route, destination)
      if (next !== null) agenda.push(next)
    } finally {
      destination.end()
    }
  }

  /** Milliseconds until something may be due. What is due already waits for room, not for time. */
  function nextLookIn(): number {
    const turns = agenda.map(({ dueAt, step }) => {
      const route = routes[step]
      return Math.max(dueAt, route === null ? 0 : destinations[route.destination].pausedUntil()) - now()
    })
    return Math.min(lookAt - performance.now(), ...turns.filter((turn) => turn > 0))
  }

  return {
    /** What an operator reads in `/readyz`: that names no host, since whoever asks may read it. */
    remarks: (): string[] =>
      Object.entries(destinations).flatMap(([name, { isFailing }]) =>
        isFailing() ? [`outbox: the last delivery failed (${name}), what waits is tried again`] : [],
      ),

    /** Begins to deliver what there is; resolves when the folder has been read. */
    start(): Promise<void> {
      active = true
      return look()
    },

    look,

    /** Tells of an entry that has just come. */
    add(entry: Entry): void {
      addedSinceLook.push(entry)
      agenda.push(entry)
      begin()
    },

    /** Begins nothing more; resolves when what was under way has ended. */
    async stop(): Promise<void> {
      active = false
      clearTimeout(timer)
      await looking
      await Promise.all(underWay)
    },
  }
}
