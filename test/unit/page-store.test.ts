import { expect, it } from 'vitest'
import { encode } from '../../server/http/content-encoding.ts'
import { createPageStore } from '../../server/pages/page-store.ts'

it('a page is made once for all who ask for it meanwhile, and kept', async () => {
  const store = createPageStore()
  const page = await encode('<p>a</p>', 'text/html; charset=utf-8')
  let renderings = 0
  const render = () => {
    renderings += 1
    return Promise.resolve(page)
  }
  expect(await Promise.all([store.make('k', render), store.make('k', render)])).toEqual([page, page])
  expect([renderings, store.get('k')]).toEqual([1, page])
})

it('a rendering that fails reaches all who wait for it, and is tried anew by the next', async () => {
  const store = createPageStore()
  let renderings = 0
  const failing = () => {
    renderings += 1
    return Promise.reject(new Error('no page'))
  }
  const both = await Promise.allSettled([store.make('k', failing), store.make('k', failing)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect([renderings, store.get('k')]).toEqual([1, undefined])
  const page = await encode('<p>a</p>', 'text/html; charset=utf-8')
  expect(await store.make('k', () => Promise.resolve(page))).toBe(page)
  expect(store.get('k')).toBe(page)
})
