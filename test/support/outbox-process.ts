// A process with the real outbox and the real deliverers, for tests that kill it: it takes messages from its parent, and
// tells which of them it has accepted.
import { createHash } from 'node:crypto'
import fetch from 'node-fetch'
import type { Outgoing } from '../../server/outbox/outgoing.ts'
import { parseConfig } from '../../server/config/config.ts'
import { createRoutes } from '../../server/delivery/routes.ts'
import { createLog } from '../../server/log/log.ts'
import { createOutbox } from '../../server/outbox/outbox.ts'
import { createSpool } from '../../server/outbox/spool.ts'
import { createTurns } from '../../server/outbox/turns.ts'
import { createKeys } from '../../server/config/derived-keys.ts'
import { createSharing } from '../../server/redis/shared-state.ts'
import { createRecipients } from '../../server/delivery/recipients.ts'
import { createTexts } from '../../server/http/texts.ts'

export type ToProcess = { key: string; outgoing: Outgoing }
export type FromProcess = 'ready' | { accepted: string }

const clockSpeed = Number(process.env.CLOCK_SPEED)

const parsed = parseConfig(process.env)
if (parsed.kind === 'problems') throw new Error(parsed.problems.join('\n'))
const { config } = parsed
const log = createLog('silent')
const nothing = () => {}
const sharing = createSharing(config, createKeys(config), log, Date.now, nothing, nothing)
await sharing.connect()
const outbox = createOutbox({
  spool: createSpool(config.outbox.directory),
  maxBytes: config.outbox.maxBytes,
  routes: createRoutes(
    config,
    createTexts(nothing),
    fetch,
    Date.now,
    createRecipients(Buffer.alloc(32), { countsOf: () => undefined }, Date.now),
  ),
  turns: createTurns(sharing.names),
  now: () => Date.now() * clockSpeed,
  uptime: () => performance.now(),
  random: Math.random,
  log,
})

const tell = (message: FromProcess) => void process.send?.(message)

process.on('message', async ({ key, outgoing }: ToProcess) => {
  const { kind } = await outbox.accept(outgoing, createHash('sha256').update(key).digest('hex').slice(0, 24))
  if (kind === 'accepted') tell({ accepted: key })
})
process.on('disconnect', () => process.exit())
await outbox.start()
tell('ready')
