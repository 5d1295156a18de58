import { expect, it } from 'vitest'
import { outcomeOfAnswer } from './ghost-members.ts'
import { withoutAddresses } from './without-addresses.ts'

const error = (message: string) => JSON.stringify({ errors: [{ message, context: null, type: 'BadRequestError' }] })
const page = '<!DOCTYPE html><title>502 Bad Gateway</title>'
const tooMany = error('Too many different sign-in attempts, try again in 10 minutes')

const delivered = { kind: 'delivered' }
const refused = { kind: 'refused' }
const down = { kind: 'later', concerns: 'destination' }
const putOff = { kind: 'later', concerns: 'message' }

it.each<{ answer: string; status: number; text: string; retryAfterSeconds?: number; expected: object }>([
  { answer: 'Ghost 6’s success', status: 201, text: '{}', expected: delivered },
  { answer: 'Ghost 5’s success', status: 201, text: 'Created.', expected: delivered },
  { answer: 'a proxy’s page', status: 200, text: page, expected: down },
  { answer: 'a redirect', status: 302, text: '', expected: down },
  { answer: 'a starting Ghost', status: 404, text: page, expected: down },
  { answer: 'maintenance', status: 503, text: page, expected: down },
  { answer: 'an error of Ghost’s own', status: 500, text: error('x'), expected: down },
  { answer: 'a firewall’s refusal', status: 403, text: page, expected: down },
  { answer: 'a firewall’s bad request', status: 400, text: page, expected: down },
  {
    answer: 'a token that was rejected',
    status: 400,
    text: error('The request could not be understood.'),
    expected: putOff,
  },
  { answer: 'an invalid address', status: 400, text: error('Email is not valid'), expected: refused },
  { answer: 'a validation error', status: 422, text: error('Validation error'), expected: refused },
  { answer: 'an undeliverable address', status: 400, text: 'Bad Request.', expected: refused },
  // Ghost limits one visitor’s sign-ups, a proxy everyone’s.
  { answer: 'too many sign-ups', status: 429, text: tooMany, expected: { ...putOff, afterSeconds: 600 } },
  { answer: 'a busy proxy', status: 429, text: page, retryAfterSeconds: 30, expected: { ...down, afterSeconds: 30 } },
  { answer: 'a pause', status: 503, text: page, retryAfterSeconds: 30, expected: { ...down, afterSeconds: 30 } },
])('after $answer: $expected', ({ status, text, retryAfterSeconds = null, expected }) => {
  expect(outcomeOfAnswer({ status, text, retryAfterSeconds })).toMatchObject(expected)
})

it.each(['This site is invite-only, contact the owner for access.', 'This site only accepts paid members.'])(
  'logs what to change in a Ghost that answers "%s"',
  (message) => {
    expect(outcomeOfAnswer({ status: 400, text: error(message), retryAfterSeconds: null })).toEqual({
      kind: 'refused',
      reason: expect.stringMatching(new RegExp(`${message}.*Ghost’s settings`)),
    })
  },
)

it('repeats no e-mail address', () => {
  const text = error('The address ada+x@example.com is blocked')
  expect(JSON.stringify(outcomeOfAnswer({ status: 400, text, retryAfterSeconds: null }))).not.toContain('example.com')
})

it.each([
  ['ada@example.com', '(address)'],
  ['<ada@example.com>: no such user', '<(address)>: no such user'],
  ['ada@@example.com', '(address)'],
  ['meet @ noon, @ada and ada@', 'meet @ noon, @ada and ada@'],
  ['a@b\nc@d (e@f)', '(address)\n(address) ((address))'],
  // Messages of other servers have no limit.
  ['a'.repeat(1_000_000), 'a'.repeat(1_000_000)],
])('redacts %.40j as %.40j', (message, redacted) => {
  expect(withoutAddresses(message)).toBe(redacted)
})
