import { Writable } from 'node:stream'
import { createLog } from '../../server/log.ts'
import type { Deliver, Delivery, Route, Routes } from '../../server/outbox/delivery.ts'
import { createOutbox } from '../../server/outbox/outbox.ts'
import { createSpool } from '../../server/outbox/spool.ts'

export const delivered: Delivery = { kind: 'delivered' }

type Settings = { subscription?: Deliver; contact?: Deliver; acknowledgement?: Deliver; maxBytes?: number }

/** An outbox on a folder, with a clock that the test sets and deliverers that it gives; what has none waits. */
export function openOutbox(directory: string, settings: Settings = {}) {
  const lines: string[] = []
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const clock = { now: Date.parse('2026-11-20T16:10:12.345Z') }
  const route = (deliver: Deliver | undefined, destination: Route['destination'], more: Partial<Route> = {}) =>
    deliver ? { destination, deliver, followedBy: null, atMostOnce: false, ...more } : null
  const routes: Routes = {
    subscription: route(settings.subscription, 'ghost'),
    contact: route(settings.contact, 'mail', { followedBy: settings.acknowledgement ? 'acknowledgement' : null }),
    acknowledgement: route(settings.acknowledgement, 'mail', { atMostOnce: true }),
  }
  const spool = createSpool(directory)
  const outbox = createOutbox({
    spool,
    routes,
    maxBytes: settings.maxBytes ?? 1_000_000,
    now: () => clock.now,
    random: () => 0,
    log: createLog('debug', sink),
  })
  return {
    ...outbox,
    spool,
    clock,
    logged: () => lines.join(''),
    /** Looks at the folder once, begins what is due and has room, and waits for it to end. */
    async pass(): Promise<void> {
      await outbox.start()
      await outbox.stop()
    },
    [Symbol.asyncDispose]: () => outbox.stop(),
  }
}
