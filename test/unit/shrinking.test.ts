import { expect, it } from 'vitest'
import { encode } from '../../server/http/content-encoding.ts'
import { createPageStore } from '../../server/pages/page-store.ts'
import { createShrinking } from '../../server/pages/shrinking.ts'

/** A queue whose jobs are done when the test says so. */
function setUp(maxBytes?: number) {
  const jobs: (() => Promise<void>)[] = []
  const shrinking = createShrinking({ add: (job) => void jobs.push(job), idle: () => Promise.resolve() })
  const store = createPageStore({
    ...(maxBytes === undefined ? {} : { maxBytes }),
    onKept: shrinking.kept,
    onDropped: shrinking.dropped,
  })
  const make = (name: string, length = 200) => {
    const text = Array.from({ length }, (_, index) => `${name} ${(index * 7919) % 1013}`).join(' ')
    return store.make(name, () => encode(text, 'text/html'))
  }
  return { jobs, shrinking, make }
}

const isSmall = ({ encoded }: Awaited<ReturnType<typeof encode>>) => encoded.br.etag.endsWith('-br11"')

it('makes stored pages small one by one, the newest first, from the start on', async () => {
  const { jobs, shrinking, make } = setUp()
  const pages = [await make('one'), await make('two'), await make('three')]
  expect(jobs).toHaveLength(0)
  shrinking.start()
  const seen: boolean[][] = []
  while (jobs.length > 0) {
    await jobs.shift()?.()
    seen.push(pages.map(isSmall))
  }
  expect(seen).toEqual([
    [false, false, true],
    [false, true, true],
    [true, true, true],
  ])
  const later = await make('later')
  expect(jobs).toHaveLength(1)
  await jobs.shift()?.()
  expect([isSmall(later), jobs.length]).toEqual([true, 0])
})

it.each([
  { what: 'one that is no longer stored', maxBytes: 4000, lengths: [200, 200] },
  { what: 'one that would take seconds', maxBytes: undefined, lengths: [100_000, 200] },
])('leaves $what as it is', async ({ maxBytes, lengths }) => {
  const { jobs, shrinking, make } = setUp(maxBytes)
  const pages = []
  for (const [index, length] of lengths.entries()) pages.push(await make(`page-${index}`, length))
  shrinking.start()
  while (jobs.length > 0) await jobs.shift()?.()
  expect(pages.map(isSmall)).toEqual([false, true])
})

it('leaves the oldest of too many as they are', async () => {
  const { jobs, shrinking, make } = setUp()
  const pages = []
  for (let index = 0; index < 301; index += 1) pages.push(await make(`page-${index}`, 40))
  shrinking.start()
  while (jobs.length > 0) await jobs.shift()?.()
  expect(pages.map(isSmall).indexOf(true)).toBe(1)
})
