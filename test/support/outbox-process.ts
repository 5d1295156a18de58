// A process with the real outbox and the real deliverers, for tests that kill it. Its parent sends it messages, and it
// reports which ones it accepted.
import { createHash } from 'node:crypto'
import fetch from 'node-fetch'
import type { Submission } from '../../server/outbox/message.ts'
import { createDeliveryRoutes } from '../../server/delivery/delivery.ts'
import { createLog } from '../../server/runtime/log.ts'
import { unobserved } from '../../server/runtime/observer.ts'
import { createOutbox, createSpool, ownOutbox } from '../../server/outbox/outbox.ts'
import { createRecipientLimit } from '../../server/forms/limits.ts'
import { createTexts } from '../../server/i18n/texts.ts'
import { configOf } from './config-of.ts'

export type ToProcess = { key: string; submission: Submission }
export type FromProcess = 'ready' | { accepted: string }

const clockSpeed = Number(process.env.CLOCK_SPEED)
const noon = Date.parse('2026-11-20T12:00:00Z')

const tell = (message: FromProcess) => void process.send?.(message)

const config = configOf(process.env)
const log = createLog('silent')
await ownOutbox(config, log)
const outbox = createOutbox({
  spool: createSpool(config.outbox.directory),
  maxBytes: config.outbox.maxBytes,
  routes: createDeliveryRoutes(
    config,
    createTexts(() => {}),
    fetch,
    Date.now,
    createRecipientLimit(Date.now),
    log,
  ),
  now: () => (clockSpeed === 0 ? noon : Date.now() * clockSpeed),
  uptime: () => Math.trunc(performance.now() * clockSpeed),
  random: Math.random,
  log,
  observer: unobserved,
})

process.on('message', async ({ key, submission }: ToProcess) => {
  const { kind } = await outbox.accept(submission, createHash('sha256').update(key).digest('hex').slice(0, 24))
  if (kind !== 'unavailable') tell({ accepted: key })
})
process.on('disconnect', () => process.exit())
await outbox.start()
tell('ready')
