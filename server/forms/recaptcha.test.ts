import { Response } from 'node-fetch'
import { expect, it } from 'vitest'
import { createRecaptcha, createReplayGuard } from './challenges.ts'
import type { Fetch } from '../http/fetch.ts'
import { createLog } from '../runtime/log.ts'

/** A check that calls Google by `fetch`. */
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

it('sends Google the secret and the token in a form, and follows no redirect', async () => {
  const calls: unknown[] = []
  const isValid = checkBy((address, init) => {
    expect(init?.body).toBeInstanceOf(URLSearchParams)
    calls.push([address, init?.method, init?.redirect, (init?.body as URLSearchParams | undefined)?.toString()])
    return answer({})
  })
  await isValid('to&ken', 'message')
  const address = 'https://www.google.com/recaptcha/api/siteverify'
  expect(calls).toEqual([[address, 'POST', 'error', 'secret=se+cret&response=to%26ken']])
})

it('rejects tokens if Google cannot be reached, and malformed ones without a call', async () => {
  const calls: unknown[] = []
  const isValid = checkBy((...call) => {
    calls.push(call)
    return Promise.reject(new Error('getaddrinfo ENOTFOUND'))
  })
  for (const token of ['', null, undefined, 3, ['a'], 'a'.repeat(9000)])
    expect(await isValid(token, 'message')).toBe(false)
  expect(calls).toEqual([])
  expect(await isValid('token', 'message')).toBe(false)
  expect(calls).toHaveLength(1)
})

it('verifies a token once, and accepts it for one message, however often that is sent', async () => {
  let calls = 0
  // Google says `timeout-or-duplicate` from the second time on.
  const isValid = checkBy(() => answer({ ...good, success: (calls += 1) === 1 }))
  for (const [message, valid] of [
    ['a message', true],
    ['a message', true],
    ['another message', false],
  ] as const) {
    expect(await isValid('token', message)).toBe(valid)
  }
  expect(calls).toBe(1)
})
