import { Response } from 'node-fetch'
import { expect, it } from 'vitest'
import { createRecaptcha } from '../../server/answers/recaptcha.ts'
import { createLog } from '../../server/log.ts'
import type { Fetch } from '../../server/posts/ghost-client.ts'

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
  const isValid = createRecaptcha('secret', () => Promise.resolve(new Response(JSON.stringify(answer))), log)
  expect(await isValid('token')).toBe(valid)
})

it('asks Google with the secret and the token, in a form', async () => {
  const asked: unknown[] = []
  const fetch: Fetch = (address, init) => {
    expect(init?.body).toBeInstanceOf(URLSearchParams)
    asked.push([address, init?.method, (init?.body as URLSearchParams).toString()])
    return Promise.resolve(new Response('{}'))
  }
  await createRecaptcha('se cret', fetch, log)('to&ken')
  expect(asked).toEqual([
    ['https://www.google.com/recaptcha/api/siteverify', 'POST', 'secret=se+cret&response=to%26ken'],
  ])
})

it('takes no token where Google cannot be asked, and none that could not be one', async () => {
  const down = createRecaptcha('secret', () => Promise.reject(new Error('getaddrinfo ENOTFOUND')), log)
  expect(await down('token')).toBe(false)
  const never = createRecaptcha('secret', () => Promise.reject(new Error('was asked')), log)
  for (const token of ['', null, undefined, 3, ['a'], 'a'.repeat(9000)]) expect(await never(token)).toBe(false)
})
