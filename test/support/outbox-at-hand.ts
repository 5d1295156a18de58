import { randomBytes } from 'node:crypto'
import { Writable } from 'node:stream'
import type { IdempotencyKey, Submission } from '../../server/outbox/message.ts'
import { createLog } from '../../server/runtime/log.ts'
import { unobserved } from '../../server/runtime/observer.ts'
import type { Deliver, Delivery, Route, Routes } from '../../server/outbox/delivery.ts'
import { createOutbox } from '../../server/outbox/outbox.ts'
import { createSpool, type Spool } from '../../server/outbox/spool.ts'
import { temporaryFolder } from './temporary-folder.ts'

const maxMs = 60_000

export const delivered: Delivery = { kind: 'delivered' }

type Settings = {
  subscription?: Deliver
  contact?: Deliver
  acknowledgement?: Deliver
  maxBytes?: number
  /** The behaviour of a disk that fails. */
  fault?: Partial<Spool>
}

/** An outbox with a folder, a clock that the test sets, and deliverers. Messages without a deliverer wait. */
export function openOutbox(directory: string, settings: Settings = {}) {
  const lines: string[] = []
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const clock = { now: Date.parse('2026-11-20T16:10:12.345Z'), setBackMs: 0 }
  const route = (deliver: Deliver | undefined, destination: Route['destination'], more: Partial<Route> = {}) =>
    deliver
      ? { destination, deliver, maxMs, followedBy: () => Promise.resolve(null), atMostOnce: false, ...more }
      : null
  const routes: Routes = {
    subscription: route(settings.subscription, 'ghost'),
    contact: route(settings.contact, 'mail', {
      followedBy: () => Promise.resolve(settings.acknowledgement ? 'acknowledgement' : null),
    }),
    acknowledgement: route(settings.acknowledgement, 'mail', { atMostOnce: true }),
  }
  const spool: Spool = { ...createSpool(directory), ...settings.fault }
  const outbox = createOutbox({
    spool,
    routes,
    maxBytes: settings.maxBytes ?? 1_000_000,
    now: () => clock.now - clock.setBackMs,
    uptime: () => clock.now,
    random: () => 0,
    log: createLog('debug', sink),
    observer: unobserved,
  })
  return {
    ...outbox,
    /** Accepts a different message each time, unless the test passes a key. */
    accept: (submission: Submission, key: IdempotencyKey = randomBytes(12).toString('hex')) =>
      outbox.accept(submission, key),
    spool,
    clock,
    logged: () => lines.join(''),
    /** Polls the folder once, begins what is due and has room, and waits for its end. */
    async pass(): Promise<void> {
      await outbox.start()
      await outbox.stop()
    },
    [Symbol.asyncDispose]: () => outbox.stop(),
  }
}

/** The same on a folder of its own. */
export async function startOutbox(settings: Settings = {}) {
  const folder = await temporaryFolder()
  const outbox = openOutbox(folder.path, settings)
  return {
    ...outbox,
    directory: folder.path,
    async [Symbol.asyncDispose]() {
      await outbox.stop()
      await folder[Symbol.asyncDispose]()
    },
  }
}

export type OutboxAtHand = Awaited<ReturnType<typeof startOutbox>>
