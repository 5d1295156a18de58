import { createServer } from 'node:http'
import { connect } from 'node:net'
import express, { type ErrorRequestHandler } from 'express'
import { expect, it } from 'vitest'
import { HttpError } from '../../server/http/http-error.ts'
import { createLog } from '../../server/runtime/log.ts'
import type { PostsChange } from '../../server/posts/change.ts'
import { createWebhook } from '../../server/webhook/webhook.ts'
import { signatureHeader } from '../support/ghost-delivery.ts'
import { listenForTest } from '../support/listen-for-test.ts'

const noon = Date.parse('2026-11-20T12:00:00Z')
const everything: PostsChange = { kind: 'everything' }

/** A webhook that has room for one of the deliveries that `begin` sends and does not end. */
async function startWebhook() {
  const changes: PostsChange[] = []
  const rests: (() => void)[] = []
  const statuses: number[] = []
  const webhook = createWebhook({
    secret: 'a',
    now: () => noon,
    onChange: (change) => changes.push(change),
    restAfterUnread: () => new Promise((resolve) => rests.push(resolve)),
    log: createLog('silent'),
  })
  const answerError: ErrorRequestHandler = (error, _req, res, _next) => {
    const status = error instanceof HttpError ? error.status : 500
    statuses.push(status)
    res.sendStatus(status)
  }
  const app = express()
  app.post('/', webhook)
  app.use(answerError)
  const at = await listenForTest(createServer(app))
  const signature = signatureHeader('{}', 'a stranger’s', noon)
  const fields = { Host: 'a', 'Content-Type': 'application/json', 'X-Ghost-Signature': signature }
  const lines = Object.entries({ ...fields, 'Content-Length': '10000000' }).map((field) => field.join(': '))
  return {
    ...at,
    changes,
    statuses,
    begin() {
      const connection = connect(Number(new URL(at.url).port), '127.0.0.1').on('error', () => {})
      connection.write(`POST / HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${'x'.repeat(9_000_000)}`)
    },
    async endRest() {
      rests.shift()?.()
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

it('takes a delivery that makes room for another as a change of everything, at once', async () => {
  await using webhook = await startWebhook()
  webhook.begin()
  webhook.begin()
  await expect.poll(() => webhook.statuses).toEqual([503])
  expect(webhook.changes).toEqual([everything])
})

it('takes a crowd of them for one change, and those of a rest for one more after it', async () => {
  await using webhook = await startWebhook()
  for (let count = 0; count < 6; count += 1) webhook.begin()
  await expect.poll(() => webhook.statuses).toEqual([503, 503, 503, 503, 503])
  expect(webhook.changes).toEqual([everything])
  await webhook.endRest()
  expect(webhook.changes).toEqual([everything, everything])
  await webhook.endRest()
  expect(webhook.changes).toHaveLength(2)
  webhook.begin()
  await expect.poll(() => webhook.changes).toHaveLength(3)
})
