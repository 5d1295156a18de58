import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { jsonPieces, versionInTurns, versionOf } from '../../server/posts/version.ts'

const long = Array.from({ length: 50 }, (_, index) => ({ slug: `post-${index}`, html: 'é'.repeat(20_000) }))

it.each([
  ['an object', { slug: 'a', tags: ['b'] }],
  ['no list', []],
  ['a short list', [{ slug: 'a' }, { slug: 'b' }]],
  ['a long list', long],
])('makes the version of %s of its JSON, whole or in turns', async (_name, value) => {
  const json = JSON.stringify(value)
  const version = createHash('sha256').update(json).digest('base64url').slice(0, 16)
  expect([...jsonPieces(value)].join('')).toBe(json)
  expect([versionOf(value), await versionInTurns(value)]).toEqual([version, version])
})

it('lets others have their turn while it makes the version of a long list', async () => {
  const order: string[] = []
  const made = versionInTurns(long).then(() => order.push('made'))
  setImmediate(() => order.push('another'))
  await made
  expect(order).toEqual(['another', 'made'])
})
