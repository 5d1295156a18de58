import { Response } from 'node-fetch'
import { expect, it } from 'vitest'
import { createRecaptcha, createReplayGuard } from './challenges.ts'
import type { Fetch } from '../http/fetch.ts'
import { createLog } from '../runtime/log.ts'

/** A check that asks Google by `fetch`. */
const checkBy = (fetch: Fetch) => createRecaptcha('se cret', fetch, createReplayGuard(), createLog('silent'))
const answer = (verdict: unknown) => Promise.resolve(new Response(JSON.stringify(verdict)))
const good = { success: true, score: 0.9, action: 'contact' }

it.each([
  { verdict: good, valid: true },
  { verdict: { ...good, score: 0.5 }, valid: true },
  { verdict: { ...good, score: 0.4 }, valid: false },
  { verdict: { success: true, action: 'contact' }, valid: false },
  { verdict: { ...good, action: 'login' }, valid: false },
  { verdict: { success: false, 'error-codes': ['timeout-or-duplicate'] }, valid: false },
  { verdict: 'nonsense', valid: false },
])('with the verdict $verdict the token is valid: $valid', async ({ verdict, valid }) => {
  expect(await checkBy(() => answer(verdict))('token', 'message')).toBe(valid)
})

it('asks Google with the secret and the token, in a form, and follows no redirect', async () => {
  const asked: unknown[] = []
  const isValid = checkBy((address, init) => {
    expect(init?.body).toBeInstanceOf(URLSearchParams)
    asked.push([address, init?.method, init?.redirect, (init?.body as URLSearchParams | undefined)?.toString()])
    return answer({})
  })
  await isValid('to&ken', 'message')
  const address = 'https://www.google.com/recaptcha/api/siteverify'
  expect(asked).toEqual([[address, 'POST', 'error', 'secret=se+cret&response=to%26ken']])
})

it('accepts no token if Google cannot be asked, and asks about none that is invalid', async () => {
  const asked: unknown[] = []
  const isValid = checkBy((...call) => {
    asked.push(call)
    return Promise.reject(new Error('getaddrinfo ENOTFOUND'))
  })
  for (const token of ['', null, undefined, 3, ['a'], 'a'.repeat(9000)])
    expect(await isValid(token, 'message')).toBe(false)
  expect(asked).toEqual([])
  expect(await isValid('token', 'message')).toBe(false)
  expect(asked).toHaveLength(1)
})

it('asks Google once about a token, and accepts it for one message, however often that is sent', async () => {
  let asked = 0
  // Google says `timeout-or-duplicate` from the second time on.
  const isValid = checkBy(() => answer({ ...good, success: (asked += 1) === 1 }))
  for (const [message, valid] of [
    ['a message', true],
    ['a message', true],
    ['another message', false],
  ] as const) {
    expect(await isValid('token', message)).toBe(valid)
  }
  expect(asked).toBe(1)
})
