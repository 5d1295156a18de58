import { expect, it } from 'vitest'
import * as z from 'zod'
import { createSeal } from '../../server/posts/cache/seal.ts'
import { createSharedEntries } from '../../server/posts/cache/shared-entries.ts'
import { storedPost } from '../../server/posts/cache/stored-post.ts'
import { fakePost } from '../support/fake-ghost.ts'

const seal = createSeal(Buffer.alloc(32, 'a'))
const sealed = (text: string, name = 'pages:a', by = seal) => [...by.sealed(name, [text])].join('')

type Page = { text: string; note: string | null }

function setUp() {
  const redis = new Map<string, { value: string; milliseconds: number }>()
  const known: { generation: string | null | undefined } = { generation: 'one' }
  const entries = createSharedEntries<Page>({
    get: (name) => Promise.resolve(redis.get(name)?.value ?? null),
    set: (name, value, milliseconds) => void redis.set(name, { value, milliseconds }),
    prefix: 'pages:',
    seal,
    value: z.object({ text: z.string(), note: z.string().nullable() }),
    generation: () => known.generation,
  })
  return { redis, known, entries }
}

const entry = { value: { note: null, text: 'a' }, readAt: 1000 }

it.each([entry, { ...entry, value: null }])('reads what was written, key by key in its order', async (written) => {
  const { redis, entries } = setUp()
  entries.prepareWrite()('a', written, 500.4)
  expect([...redis].map(([name, { milliseconds }]) => [name, milliseconds])).toEqual([['pages:a', 501]])
  const read = await entries.read('a')
  expect(read).toEqual({ entry: written, isCurrent: true })
  expect(JSON.stringify(read?.entry)).toBe(JSON.stringify(written))
  expect(await entries.read('b')).toBeNull()
})

it('says of an entry of before a change that it is not current', async () => {
  const { known, entries } = setUp()
  entries.prepareWrite()('a', entry, 500)
  known.generation = 'two'
  expect(await entries.read('a')).toEqual({ entry, isCurrent: false })
  known.generation = undefined
  expect(await entries.read('a')).toEqual({ entry, isCurrent: false })
})

it.each([
  ['began before a change', 'one', 'two'],
  ['began before anything was known', undefined, null],
  ['began and ended without knowing anything', undefined, undefined],
])('keeps nothing of a reading that %s', (_what, before, after) => {
  const { redis, known, entries } = setUp()
  known.generation = before
  const writeThrough = entries.prepareWrite()
  known.generation = after
  writeThrough('a', entry, 500)
  expect(redis.size).toBe(0)
})

it('keeps nothing that would end at once', () => {
  const { redis, entries } = setUp()
  entries.prepareWrite()('a', entry, 0)
  expect(redis.size).toBe(0)
})

it.each([
  '',
  '{',
  'null',
  '{"generation":"one","readAt":"1000","value":null}',
  '{"generation":"one","readAt":1000,"value":{"text":"a"}}',
  '{"generation":"one","readAt":1000}',
])('reads %j, of whatever build, as nothing', async (value) => {
  const { redis, entries } = setUp()
  for (const text of [value, sealed(value)]) {
    redis.set('pages:a', { value: text, milliseconds: 1 })
    expect(await entries.read('a')).toBeNull()
  }
})

const whole = JSON.stringify({ generation: 'one', ...entry })

it.each([
  ['without a seal', whole, false],
  ['with an empty seal', `${whole}\n`, false],
  ['sealed with another key', sealed(whole, 'pages:a', createSeal(Buffer.alloc(32, 'b'))), false],
  ['sealed as another', sealed(whole, 'pages:b'), false],
  ['changed', sealed(whole).replace('"a"', '"b"'), false],
  ['with its own seal', sealed(whole), true],
])('of a entry %s tells whether it is one', async (_what, value, isOne) => {
  const { redis, entries } = setUp()
  redis.set('pages:a', { value, milliseconds: 1 })
  expect((await entries.read('a')) !== null).toBe(isOne)
})

it('takes no post that lacks what this build shows', () => {
  const { data } = storedPost.safeParse(fakePost('a'))
  expect(data).toBeUndefined()
})
