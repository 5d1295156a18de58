import { Response } from 'node-fetch'
import { expect, it } from 'vitest'
import { createRecaptcha, createReplayGuard } from './challenges.ts'
import type { Fetch } from '../http/fetch.ts'
import { createLog } from '../runtime/log.ts'

const log = createLog('silent')

it.each([
  { answer: { success: true, score: 0.9, action: 'contact' }, valid: true },
  { answer: { success: true, score: 0.5, action: 'contact' }, valid: true },
  { answer: { success: true, score: 0.4, action: 'contact' }, valid: false },
  { answer: { success: true, action: 'contact' }, valid: false },
  { answer: { success: true, score: 0.9, action: 'login' }, valid: false },
  { answer: { success: false, 'error-codes': ['timeout-or-duplicate'] }, valid: false },
  { answer: 'nonsense', valid: false },
])('with the answer $answer the token is valid: $valid', async ({ answer, valid }) => {
  const isValid = createRecaptcha(
    'secret',
    () => Promise.resolve(new Response(JSON.stringify(answer))),
    createReplayGuard(),
    log,
  )
  expect(await isValid('token', 'message')).toBe(valid)
})

it('sends Google the secret and the token in a form, and follows no redirect', async () => {
  const asked: unknown[] = []
  const fetch: Fetch = (address, init) => {
    expect(init?.body).toBeInstanceOf(URLSearchParams)
    expect(init?.redirect).toBe('error')
    asked.push([address, init?.method, (init?.body as URLSearchParams | undefined)?.toString()])
    return Promise.resolve(new Response('{}'))
  }
  await createRecaptcha('se cret', fetch, createReplayGuard(), log)('to&ken', 'message')
  expect(asked).toEqual([
    ['https://www.google.com/recaptcha/api/siteverify', 'POST', 'secret=se+cret&response=to%26ken'],
  ])
})

it('accepts no token if Google does not answer, and no malformed one', async () => {
  const down = createRecaptcha(
    'secret',
    () => Promise.reject(new Error('getaddrinfo ENOTFOUND')),
    createReplayGuard(),
    log,
  )
  expect(await down('token', 'message')).toBe(false)
  const never = createRecaptcha('secret', () => Promise.reject(new Error('was asked')), createReplayGuard(), log)
  for (const token of ['', null, undefined, 3, ['a'], 'a'.repeat(9000)])
    expect(await never(token, 'message')).toBe(false)
})

it('verifies a token once, and accepts it for one message, however often that is sent', async () => {
  let asked = 0
  // Google answers `timeout-or-duplicate` from the second time on.
  const fetch: Fetch = () => {
    asked += 1
    return Promise.resolve(new Response(JSON.stringify({ success: asked === 1, score: 0.9, action: 'contact' })))
  }
  const isValid = createRecaptcha('secret', fetch, createReplayGuard(), log)
  expect(await isValid('token', 'a message')).toBe(true)
  expect(await isValid('token', 'a message')).toBe(true)
  expect(await isValid('token', 'another message')).toBe(false)
  expect(asked).toBe(1)
})
