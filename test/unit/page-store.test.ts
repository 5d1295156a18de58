import { expect, it } from 'vitest'
import { encode } from '../../server/encoding.ts'
import { createPageStore } from '../../server/pages/page-store.ts'

it('a rendering that fails reaches all who wait for it, and is tried anew by the next', async () => {
  const store = createPageStore()
  const failing = () => Promise.reject(new Error('no page'))
  const both = await Promise.allSettled([store.make('k', failing), store.make('k', failing)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(store.get('k')).toBeUndefined()
  const page = await encode('<p>a</p>', 'text/html; charset=utf-8')
  expect(await store.make('k', () => Promise.resolve(page))).toBe(page)
  expect(store.get('k')).toBe(page)
})
