/**
 * The outbox: keeps what visitors send until it is delivered. Accepted means on disk. Each message is delivered at least once,
 * with backoff, and one process owns the folder. The outbox knows nothing about forms, mail or Ghost: routes deliver.
 */
import { resolve } from 'node:path'
import { LRUCache } from 'lru-cache'
import { type Config, refuseToStart } from '../config/config.ts'
import { wrongAddresses } from '../runtime/listen.ts'
import type { Log } from '../runtime/log.ts'
import type { Observer } from '../runtime/observer.ts'
import { projectRoot } from '../runtime/project-root.ts'
import { onOneLine } from '../runtime/redaction.ts'
import { codeOf } from '../runtime/writable-folder.ts'
import { createDispatcher, type DispatcherOptions } from './dispatcher.ts'
import { createId, type Entry, keyIn, receivedAt } from './entry.ts'
import { createFolderHealth } from './folder-health.ts'
import { formatMessage, type IdempotencyKey, type Message, recipientIn, type Submission } from './message.ts'
import { createOwner } from './owner.ts'
import { createSpool } from './spool.ts'

export { type Deliver, type Delivery, later, type Route, type Routes } from './delivery.ts'
export { keyIn } from './entry.ts'
export {
  type Contact,
  createIdempotencyKeys,
  type IdempotencyKey,
  type IdempotencyKeys,
  mailboxOf,
  type Subscription,
} from './message.ts'
export { maxBackoffMs } from './schedule.ts'
export { createSpool } from './spool.ts'

/** `Retry-After` for visitors if a message cannot be kept. */
const retryAfterSeconds = 300

/** The number of recent messages that are recognised after their delivery. */
const maxKnown = 20_000

/** `accepted`: written to disk. `known`: accepted before, and kept once. */
export type Acceptance = { kind: 'accepted' | 'known' } | { kind: 'unavailable'; retryAfterSeconds: number }

type OutboxOptions = Omit<DispatcherOptions, 'folder'> & { maxBytes: number; observer: Pick<Observer, 'onAcceptance'> }

export function createOutbox(options: OutboxOptions) {
  const { spool, now, log, maxBytes, observer } = options
  const folder = createFolderHealth(spool, maxBytes, now, log)
  const dispatcher = createDispatcher({ ...options, folder })
  const latest = new LRUCache<IdempotencyKey, Promise<Acceptance>>({ max: maxKnown })

  async function keep(submission: Submission, key: IdempotencyKey): Promise<Acceptance> {
    const received = now()
    const id = createId(received, key)
    const entry: Entry = { id, step: submission.kind, state: 'waiting', dueAt: received, attempts: 0 }
    const message: Message = { id, receivedAt: new Date(received).toISOString(), submission }
    try {
      await spool.prepare()
      const kept = await spool.all()
      // Accepted before a restart.
      if (kept.some(({ id }) => keyIn(id) === key)) return { kind: 'known' }
      // Only one subscription waits for a recipient. Otherwise all would be sent together after an outage.
      const sameRecipient = submission.kind === 'subscription' ? kept.filter((entry) => hasRecipient(entry, key)) : []
      if (sameRecipient.some(({ state }) => state !== 'refused')) return { kind: 'known' }
      const bytes = Buffer.byteLength(formatMessage(message))
      if (!(await folder.takes(bytes))) return { kind: 'unavailable', retryAfterSeconds }
      // The message is kept from here on, so later errors are only logged.
      const synced = await spool.write(entry, message)
      if (synced.kind === 'failed') folder.failed(synced.error)
      // The new subscription replaces refused ones. Otherwise the operator's retry would send them all.
      for (const refused of sameRecipient) await spool.remove(refused).catch(folder.failed)
    } catch (error) {
      folder.failed(error)
      return { kind: 'unavailable', retryAfterSeconds }
    }
    dispatcher.add(entry)
    return { kind: 'accepted' }
  }

  async function keepOnce(submission: Submission, key: IdempotencyKey): Promise<Acceptance> {
    const earlier = latest.get(key)
    if (earlier) {
      const acceptance = await earlier
      return acceptance.kind === 'accepted' ? { kind: 'known' } : acceptance
    }
    const keeping = keep(submission, key)
    latest.set(key, keeping)
    const acceptance = await keeping
    if (acceptance.kind === 'unavailable') latest.delete(key)
    return acceptance
  }

  async function trySync(): Promise<void> {
    const synced = await spool.sync()
    if (synced.kind !== 'unsupported') return
    log.warn({ reason: codeOf(synced.error) }, 'outbox: the file system cannot sync a folder')
  }

  return {
    /** Resolves once the submission is on disk. */
    async accept(submission: Submission, key: IdempotencyKey): Promise<Acceptance> {
      const acceptance = await keepOnce(submission, key)
      // A repeated submission counts as accepted.
      observer.onAcceptance(submission.kind, acceptance.kind === 'known' ? 'accepted' : acceptance.kind)
      return acceptance
    },

    /** The number of waiting and of refused messages, and the age of the oldest waiting one. Reads the folder. */
    async state() {
      const [queue, refused] = [await spool.queue(), await spool.refused()]
      const oldest = Math.min(now(), ...queue.map(receivedAt))
      return { waiting: queue.length, oldestSeconds: Math.round((now() - oldest) / 1000), refused: refused.length }
    },

    /** Lines for `/readyz`. */
    diagnostics: (): string[] => [...folder.diagnostics(), ...dispatcher.diagnostics()],

    /** Begins to deliver; resolves when the folder has been read. */
    start(): Promise<void> {
      void trySync()
      return dispatcher.start()
    },

    stop: dispatcher.stop,
  }
}

export type Outbox = ReturnType<typeof createOutbox>
export type Accept = Outbox['accept']

function hasRecipient({ id, step }: Entry, subscription: IdempotencyKey): boolean {
  return step === 'subscription' && recipientIn(keyIn(id)) === recipientIn(subscription)
}

/** Makes this process the owner of its outbox until it ends. Another owner, now or later, ends it with 1. */
export async function ownOutbox(config: Config, log: Pick<Log, 'error'>): Promise<void> {
  const { directory } = config.outbox
  const owner = createOwner(createSpool(resolve(projectRoot, directory)))
  // Without a listener, the first process of a container ignores the signal.
  const end = () => process.exit(0)
  process.on('SIGTERM', end)
  const running = await owner.take(() => {
    log.error('outbox: another process owns the folder now, so this one ends')
    process.exit(1)
  })
  process.off('SIGTERM', end)
  process.on('exit', owner.release)
  if (running === null) return
  const problem = `OUTBOX_DIR: "${onOneLine(directory)}" belongs to ${onOneLine(running)}, which is running`
  refuseToStart([`${problem}; expected a folder of its own for each process`, ...(await wrongAddresses(config))])
}
