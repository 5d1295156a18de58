import { randomBytes } from 'node:crypto'
import { Writable } from 'node:stream'
import { onTestFinished } from 'vitest'
import type { IdempotencyKey, Message, Submission } from '../../server/outbox/message.ts'
import { createLog } from '../../server/runtime/log.ts'
import { unobserved } from '../../server/runtime/observer.ts'
import type { Deliver, Delivery, Route, Routes } from '../../server/outbox/delivery.ts'
import { createOutbox } from '../../server/outbox/outbox.ts'
import { createSpool, type Spool } from '../../server/outbox/spool.ts'
import { memoryFolderForTest } from './folder-for-test.ts'

const maxMs = 60_000

export const delivered: Delivery = { kind: 'delivered' }

/** A deliverer that records its messages. It returns these answers in turn, then always the last. */
export function deliverer(...answers: (Delivery | Error)[]) {
  const given: Message[] = []
  return {
    given,
    deliver: (message: Message) => {
      given.push(message)
      const answer = answers[Math.min(given.length, answers.length) - 1] ?? delivered
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
    },
  }
}

type Settings = {
  subscription?: Deliver
  contact?: Deliver
  acknowledgement?: Deliver
  maxBytes?: number
  /** The behaviour of a disk that fails. */
  fault?: Partial<Spool>
  /** The clock of the machine; `setBackMs` is subtracted from the time of day alone. */
  clock?: { now: number; setBackMs: number }
}

/** An outbox on a folder, with the test’s clock and deliverers. Messages without a deliverer wait. */
export function openOutbox(directory: string, settings: Settings = {}) {
  const lines: string[] = []
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const clock = settings.clock ?? { now: Date.parse('2026-11-20T16:10:12.345Z'), setBackMs: 0 }
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
  onTestFinished(() => void outbox.stop())
  return {
    ...outbox,
    /** Accepts a different message each time, unless the test passes a key. */
    accept: (submission: Submission, key: IdempotencyKey = randomBytes(12).toString('hex')) =>
      outbox.accept(submission, key),
    directory,
    spool,
    clock,
    logged: () => lines.join(''),
    /** Polls the folder once, starts due deliveries up to the limit, and waits for their end. */
    async pass(): Promise<void> {
      await outbox.start()
      await outbox.stop()
    },
  }
}

/** An outbox on a new folder. */
export const startOutbox = async (settings: Settings = {}) => openOutbox(await memoryFolderForTest(), settings)
