import { open } from 'node:fs/promises'
import { devNull } from 'node:os'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createConcurrencyLimit } from '../../server/runtime/concurrency-limit.ts'
import { createLog } from '../../server/runtime/log.ts'
import type { DiskStore, Stored } from '../../server/media/disk-store.ts'
import { createPictures } from '../../server/media/pictures.ts'
import type { Fetched } from '../../server/media/picture-source.ts'
import { pictureWidths } from '../../shared/srcset.ts'

const rendition = { format: 'png', bytes: Buffer.from('x'), size: null } as const

/** Pictures whose renditions end when the test says so; hosts named `silent…` answer when it says so. */
function setUp() {
  const kept = new Map<string, Stored>()
  const store: DiskStore = {
    get: (key) => Promise.resolve(kept.get(key) ?? null),
    put(key, made) {
      kept.set(key, { ...made, digest: key })
      return Promise.resolve({ ...made, digest: key })
    },
  }
  const renders: (() => void)[] = []
  const silent: ((fetched: Fetched) => void)[] = []
  const fetched: string[] = []
  const fetchPicture = async ({ host, href }: URL): Promise<Fetched> => {
    if (host.startsWith('silent')) return new Promise((resolve) => silent.push(resolve))
    const original = await open(devNull)
    fetched.push(href)
    return { kind: 'original', original }
  }
  const pictures = createPictures({
    sources: { storage: fetchPicture, external: fetchPicture },
    leaveStorageAlone: () => false,
    render: () => new Promise((resolve) => renders.push(() => resolve({ kind: 'rendered', rendition }))),
    store,
    log: createLog('silent'),
    now: Date.now,
    takePlace: createConcurrencyLimit(1, Number.POSITIVE_INFINITY, 30_000),
  })
  const ask = (client: string, address: string, from: 'storage' | 'external' = 'storage') =>
    Promise.all(
      (['own', ...pictureWidths] as const).map((variant) =>
        pictures.find(from, new URL(address), { variant, modern: [] }, client),
      ),
    )
  return { pictures, ask, renders, silent, fetched }
}

it.each([
  { which: 'one of its own', name: 'a' },
  { which: 'one that the other has asked for and waits for itself', name: '9' },
])('makes a visitor’s picture next, $which, however many another client has asked for', async ({ name }) => {
  const { pictures, ask, renders, fetched } = setUp()
  for (let index = 0; index < 10; index += 1) void ask('greedy', `https://ghost.example.com/${index}.png`)
  await expect.poll(() => renders).toHaveLength(1)
  const address = new URL(`https://ghost.example.com/${name}.png`)
  const visitor = pictures.find('storage', address, { variant: 320, modern: [] }, 'b')
  // The picture waits for its place by then.
  await expect.poll(() => fetched).toContain(address.href)
  renders[0]?.()
  await expect.poll(() => renders).toHaveLength(2)
  renders[1]?.()
  expect(await visitor).toMatchObject({ kind: 'picture' })
  expect(renders.length).toBeLessThanOrEqual(3)
})

it('keeps no other host’s pictures waiting for a host that hangs, whoever asks for how many', async () => {
  const { pictures, ask, renders, silent } = setUp()
  const asked = ['a', 'b', 'c'].flatMap((client) => [
    ask(client, `https://silent.example.com/${client}1.png`, 'external'),
    ask(client, `https://silent.example.com/${client}2.png`, 'external'),
  ])
  await expect.poll(() => silent).toHaveLength(2)
  const other = pictures.find('external', new URL('https://example.org/a.png'), { variant: 320, modern: [] }, 'a')
  await expect.poll(() => renders).toHaveLength(1)
  renders[0]?.()
  expect(await other).toMatchObject({ kind: 'picture' })
  for (const answer of silent) answer({ kind: 'silent', reason: 'no answer' })
  const kinds = (await Promise.all(asked)).flat().map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind === 'failed')).toHaveLength(2)
  expect(kinds.filter((kind) => kind === 'busy')).toHaveLength(kinds.length - 2)
  expect(silent).toHaveLength(2)
})

it('answers within 3 s where the pictures of other clients take every place', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { pictures, ask, silent } = setUp()
  for (const client of ['a', 'b']) void ask(client, `https://silent.example.com/${client}.png`)
  await expect.poll(() => silent).toHaveLength(6)
  const address = new URL('https://silent.example.com/c.png')
  const visitor = pictures.find('storage', address, { variant: 320, modern: [] }, 'c')
  await new Promise((resolve) => setImmediate(resolve))
  vi.advanceTimersByTime(3000)
  expect(await visitor).toEqual({ kind: 'busy' })
})
