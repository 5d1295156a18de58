import { LRUCache } from 'lru-cache'
import { createDispatcher, type DispatcherOptions } from './dispatcher.ts'
import { createId, type Entry, keyIn, receivedAt } from './entry.ts'
import { createFolderHealth } from './folder-health.ts'
import { type IdempotencyKey, recipientIn } from './idempotency.ts'
import { type Acceptance, type Accept, formatMessage, type Message, type Submission } from './message.ts'
import { footprintOf } from './spool.ts'

/** How long a visitor is asked to wait whose message could not be kept. */
const retryAfterSeconds = 300

/** How many of the messages accepted last are known again once they are delivered. */
const mostKnown = 20_000

export type OutboxState = {
  /** How many messages are not delivered yet. */
  waiting: number
  /** Since when the oldest of them has been waiting, in seconds; 0 if there is none. */
  oldestSeconds: number
  /** How many were refused, and wait for the operator. */
  refused: number
}

export type Outbox = {
  accept: Accept
  /** Reads the folder, which other processes may share. */
  state: () => Promise<OutboxState>
  /** Lines of `/readyz`. */
  diagnostics: () => readonly string[]
  start: () => Promise<void>
  /** Resolves when every delivery under way has ended. */
  stop: () => Promise<void>
}

/** What visitors send: safe on disk before they are told so, delivered in the background, until it has arrived. */
export function createOutbox(options: Omit<DispatcherOptions, 'folder'> & { maxBytes: number }): Outbox {
  const { spool, now, log, maxBytes } = options
  const folder = createFolderHealth(log, async (bytes) => (await spool.usedBytes()) + footprintOf(bytes) <= maxBytes)
  const dispatcher = createDispatcher({ ...options, folder })
  const latest = new LRUCache<IdempotencyKey, Promise<Acceptance>>({ max: mostKnown })
  /** By recipient: subscriptions that are being written. */
  const underWay = new Map<string, Promise<Acceptance>>()

  /** One subscription waits for a recipient, however many come: all that wait during an outage would go out together. */
  function keepOne(submission: Submission, key: IdempotencyKey): Promise<Acceptance> {
    if (submission.kind !== 'subscription') return keep(submission, key)
    const recipient = recipientIn(key)
    const other = underWay.get(recipient)
    if (other) return asKnown(other)
    const keeping = keep(submission, key).finally(() => underWay.delete(recipient))
    underWay.set(recipient, keeping)
    return keeping
  }

  async function keep(submission: Submission, key: IdempotencyKey): Promise<Acceptance> {
    const received = now()
    const id = createId(received, key)
    const entry: Entry = { id, step: submission.kind, state: 'waiting', dueAt: received, attempts: 0 }
    const message: Message = { id, receivedAt: new Date(received).toISOString(), submission }
    try {
      await spool.prepare()
      const kept = await spool.all()
      // From before a restart, or by another process.
      if (kept.some((other) => keyIn(other.id) === key)) return { kind: 'known' }
      const others = submission.kind === 'subscription' ? kept.filter((other) => hasRecipient(other, key)) : []
      if (others.some(({ state }) => state !== 'refused')) return { kind: 'known' }
      const bytes = Buffer.byteLength(formatMessage(message))
      if (!(await folder.takes(bytes))) return { kind: 'unavailable', retryAfterSeconds }
      await spool.write(entry, message)
      // In place of those that were refused: the operator's retry would send them all.
      for (const refused of others) await spool.remove(refused)
    } catch (error) {
      folder.failed(error)
      return { kind: 'unavailable', retryAfterSeconds }
    }
    dispatcher.add(entry)
    return { kind: 'accepted' }
  }

  return {
    async accept(submission, key) {
      const earlier = latest.get(key)
      if (earlier) return asKnown(earlier)
      const keeping = keepOne(submission, key)
      latest.set(key, keeping)
      const acceptance = await keeping
      if (acceptance.kind === 'unavailable') latest.delete(key)
      return acceptance
    },

    async state() {
      const [queue, refused] = [await spool.queue(), await spool.refused()]
      const oldest = Math.min(now(), ...queue.map(receivedAt))
      return { waiting: queue.length, oldestSeconds: Math.round((now() - oldest) / 1000), refused: refused.length }
    },

    diagnostics: () => [...folder.diagnostics(), ...dispatcher.diagnostics()],
    start: dispatcher.start,
    stop: dispatcher.stop,
  }
}

function hasRecipient({ id, step }: Entry, subscription: IdempotencyKey): boolean {
  return step === 'subscription' && recipientIn(keyIn(id)) === recipientIn(subscription)
}

/** What a submission becomes that is the same as an earlier one: kept once, or not at all. */
async function asKnown(earlier: Promise<Acceptance>): Promise<Acceptance> {
  const acceptance = await earlier
  return acceptance.kind === 'accepted' ? { kind: 'known' } : acceptance
}
