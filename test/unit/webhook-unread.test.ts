import { createServer } from 'node:http'
import { connect } from 'node:net'
import express, { type ErrorRequestHandler } from 'express'
import { expect, it } from 'vitest'
import { HttpError } from '../../server/http/http-error.ts'
import { createLog } from '../../server/log/log.ts'
import type { PostsChange } from '../../server/posts/change.ts'
import { createWebhook } from '../../server/webhook/webhook.ts'
import { signatureHeader } from '../support/ghost-delivery.ts'
import { listenForTest } from '../support/listen-for-test.ts'

const noon = Date.parse('2026-11-20T12:00:00Z')
const everything: PostsChange = { kind: 'everything' }

/** A webhook whose room for large bodies is taken, by four that never come. */
async function startFull() {
  const changes: PostsChange[] = []
  const rests: (() => void)[] = []
  let begun = 0
  const webhook = createWebhook({
    secret: 'a',
    now: () => noon,
    onChange: (change) => changes.push(change),
    restAfterUnread: () => new Promise((resolve) => rests.push(resolve)),
    log: createLog('silent'),
  })
  const answerError: ErrorRequestHandler = (error, _req, res, _next) => {
    res.sendStatus(error instanceof HttpError ? error.status : 500)
  }
  const app = express()
  app.use((_req, _res, next) => {
    begun += 1
    next()
  })
  app.post('/', webhook)
  app.use(answerError)
  const at = await listenForTest(createServer(app))
  const signature = signatureHeader('{}', 'a stranger’s', noon)
  const fields = { 'Content-Type': 'application/json', 'X-Ghost-Signature': signature }
  const lines = Object.entries({ ...fields, Host: 'a', 'Content-Length': '5000000' }).map((field) => field.join(': '))
  for (let count = 0; count < 4; count += 1) {
    const connection = connect(Number(new URL(at.url).port), '127.0.0.1').on('error', () => {})
    connection.write(`POST / HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  }
  await expect.poll(() => begun).toBe(4)
  return {
    ...at,
    changes,
    deliver: async () => {
      const answer = await fetch(at.url, { method: 'POST', headers: fields, body: 'x'.repeat(300_000) })
      return answer.status
    },
    async endRest() {
      rests.shift()?.()
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

it('takes a large delivery that it has no room for as a change of everything, at once', async () => {
  await using webhook = await startFull()
  expect(await webhook.deliver()).toBe(503)
  expect(webhook.changes).toEqual([everything])
})

it('takes a crowd of them for one change, and those of a rest for one more after it', async () => {
  await using webhook = await startFull()
  for (let count = 0; count < 20; count += 1) expect(await webhook.deliver()).toBe(503)
  expect(webhook.changes).toEqual([everything])
  await webhook.endRest()
  expect(webhook.changes).toEqual([everything, everything])
  await webhook.endRest()
  expect(webhook.changes).toHaveLength(2)
  expect(await webhook.deliver()).toBe(503)
  expect(webhook.changes).toHaveLength(3)
})
