import { expect, it } from 'vitest'
import * as z from 'zod'
import { createSeal } from '../../server/posts/seal.ts'
import { createSharedCopies } from '../../server/posts/shared-copies.ts'
import { storedPost } from '../../server/posts/stored-post.ts'
import { fakePost } from '../support/fake-ghost.ts'

const seal = createSeal(Buffer.alloc(32, 'a'))
const sealed = (text: string, name = 'pages:a', by = seal) => [...by.sealed(name, [text])].join('')

type Page = { text: string; note: string | null }

function setUp() {
  const redis = new Map<string, { value: string; milliseconds: number }>()
  const known: { generation: string | null | undefined } = { generation: 'one' }
  const copies = createSharedCopies<Page>({
    get: (name) => Promise.resolve(redis.get(name)?.value ?? null),
    set: (name, value, milliseconds) => void redis.set(name, { value, milliseconds }),
    prefix: 'pages:',
    seal,
    value: z.object({ text: z.string(), note: z.string().nullable() }),
    generation: () => known.generation,
  })
  return { redis, known, copies }
}

const copy = { value: { note: null, text: 'a' }, version: 'v', readAt: 1000 }

it.each([copy, { ...copy, value: null }])('reads what was written, key by key in its order', async (written) => {
  const { redis, copies } = setUp()
  copies.begin()('a', written, 500.4)
  expect([...redis].map(([name, { milliseconds }]) => [name, milliseconds])).toEqual([['pages:a', 501]])
  const read = await copies.read('a')
  expect(read).toEqual({ copy: written, current: true })
  expect(JSON.stringify(read?.copy)).toBe(JSON.stringify(written))
  expect(await copies.read('b')).toBeNull()
})

it('says of a copy of before a change that it is not current', async () => {
  const { known, copies } = setUp()
  copies.begin()('a', copy, 500)
  known.generation = 'two'
  expect(await copies.read('a')).toEqual({ copy, current: false })
  known.generation = undefined
  expect(await copies.read('a')).toEqual({ copy, current: false })
})

it.each([
  ['began before a change', 'one', 'two'],
  ['began before anything was known', undefined, null],
  ['began and ended without knowing anything', undefined, undefined],
])('keeps nothing of a reading that %s', (_what, before, after) => {
  const { redis, known, copies } = setUp()
  known.generation = before
  const keep = copies.begin()
  known.generation = after
  keep('a', copy, 500)
  expect(redis.size).toBe(0)
})

it('keeps nothing that would end at once', () => {
  const { redis, copies } = setUp()
  copies.begin()('a', copy, 0)
  expect(redis.size).toBe(0)
})

it.each([
  '',
  '{',
  'null',
  '{"generation":"one","readAt":"1000","version":"v","value":null}',
  '{"generation":"one","readAt":1000,"version":"v","value":{"text":"a"}}',
  '{"generation":"one","readAt":1000,"version":"v"}',
])('reads %j, of whatever build, as nothing', async (value) => {
  const { redis, copies } = setUp()
  for (const text of [value, sealed(value)]) {
    redis.set('pages:a', { value: text, milliseconds: 1 })
    expect(await copies.read('a')).toBeNull()
  }
})

const whole = JSON.stringify({ generation: 'one', ...copy })

it.each([
  ['without a seal', whole, false],
  ['with an empty seal', `${whole}\n`, false],
  ['sealed with another key', sealed(whole, 'pages:a', createSeal(Buffer.alloc(32, 'b'))), false],
  ['sealed as another', sealed(whole, 'pages:b'), false],
  ['changed', sealed(whole).replace('"a"', '"b"'), false],
  ['with its own seal', sealed(whole), true],
])('of a copy %s tells whether it is one', async (_what, value, isOne) => {
  const { redis, copies } = setUp()
  redis.set('pages:a', { value, milliseconds: 1 })
  expect((await copies.read('a')) !== null).toBe(isOne)
})

it('takes no post that lacks what this build shows', () => {
  const { data } = storedPost.safeParse(fakePost('a'))
  expect(data).toBeUndefined()
})
