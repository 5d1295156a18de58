import { LRUCache } from 'lru-cache'
import { type Identity, recipientIn } from './identity.ts'
import type { Accept, Acceptance, Outgoing } from './outgoing.ts'
import { createCapacity } from './capacity.ts'
import { createDispatcher, type DispatcherOptions } from './dispatcher.ts'
import { createId, type Entry, receivedAt } from './entry.ts'
import { createFolderState } from './folder-state.ts'
import type { Message } from './message.ts'
import { footprintOf } from './spool.ts'

/** How long a visitor is asked to wait whose message could not be kept. */
const retryAfterSeconds = 300

/** How many of the messages accepted last are known again once they are delivered. */
const mostKnownAgain = 20_000

export type OutboxState = {
  /** How many messages are not delivered yet. */
  waiting: number
  /** Since when the oldest of them has been waiting, in seconds; 0 where there is none. */
  oldestSeconds: number
  /** How many were refused, and wait for the operator. */
  refused: number
}

export type Outbox = {
  accept: Accept
  /** Reads the folder, which other processes may share. */
  state: () => Promise<OutboxState>
  /** Lines for whoever asks how this instance is. */
  remarks: () => readonly string[]
  start: () => Promise<void>
  /** Resolves when every delivery under way has ended. */
  stop: () => Promise<void>
}

/** What visitors send: safe on disk before they are told so, delivered in the background, until it has arrived. */
export function createOutbox(options: Omit<DispatcherOptions, 'folder'> & { maxBytes: number }): Outbox {
  const { spool, now, log, maxBytes } = options
  const capacity = createCapacity(maxBytes, () => spool.usedBytes(), now)
  const folder = createFolderState(log, capacity)
  const dispatcher = createDispatcher({ ...options, folder })
  const taken = new LRUCache<Identity, Promise<Acceptance>>({ max: mostKnownAgain })
  /** By recipient: subscriptions that are being written. */
  const underWay = new Map<string, Promise<Acceptance>>()

  /** One subscription waits for a recipient, however many come: what has waited goes out at once some day. */
  function takeOne(outgoing: Outgoing, identity: Identity): Promise<Acceptance> {
    if (outgoing.kind !== 'subscription') return take(outgoing, identity)
    const recipient = recipientIn(identity)
    const taking = underWay.get(recipient) ?? take(outgoing, identity).finally(() => underWay.delete(recipient))
    underWay.set(recipient, taking)
    return taking
  }

  async function take(outgoing: Outgoing, identity: Identity): Promise<Acceptance> {
    const received = now()
    const id = createId(received, identity)
    const entry: Entry = { id, step: outgoing.kind, state: 'waiting', dueAt: received, attempts: 0 }
    const message: Message = { id, receivedAt: new Date(received).toISOString(), outgoing }
    try {
      await spool.prepare()
      // From before a restart, or by another process.
      if (await spool.holds(identity)) return { kind: 'accepted' }
      const others = outgoing.kind === 'subscription' ? await spool.subscriptionsFor(recipientIn(identity)) : []
      if (others.some(({ state }) => state !== 'refused')) return { kind: 'accepted' }
      const bytes = footprintOf(Buffer.byteLength(JSON.stringify(message)))
      if (!(await folder.reserve(bytes))) return { kind: 'unavailable', retryAfterSeconds }
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
    async accept(outgoing, identity) {
      const taking = taken.get(identity) ?? takeOne(outgoing, identity)
      taken.set(identity, taking)
      const acceptance = await taking
      if (acceptance.kind === 'unavailable') taken.delete(identity)
      return acceptance
    },

    async state() {
      const [queue, refused] = [await spool.queue(), await spool.refused()]
      const oldest = Math.min(now(), ...queue.map(receivedAt))
      return { waiting: queue.length, oldestSeconds: Math.round((now() - oldest) / 1000), refused: refused.length }
    },

    remarks: () => [...folder.remarks(), ...dispatcher.remarks()],
    start: dispatcher.start,
    stop: dispatcher.stop,
  }
}
