import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { compactHeap } from '../../server/config/heap.ts'

const usedMegabytes = () => getHeapStatistics().used_heap_size / 1e6

const oldSpaceMegabytes = () =>
  (getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')?.space_size ?? 0) / 1e6

/** Some 40 MB that nothing leads to once this returns, too old for the young generation's own collections. */
function leaveBehind(): void {
  const left = Array.from({ length: 500_000 }, (_, index) => ({ index, name: `left ${index}` }))
  expect(left).toHaveLength(500_000)
}

test('what nothing leads to any more is gone after the heap has been moved together', () => {
  leaveBehind()
  const before = usedMegabytes()

  compactHeap(Infinity)

  expect(before - usedMegabytes()).toBeGreaterThan(20)
})

test('a heap larger than the given size is not moved', () => {
  const contexts = () => getHeapStatistics().number_of_native_contexts
  const before = contexts()

  // The collector comes with a context of its own.
  compactHeap(0)

  expect(contexts()).toBeLessThanOrEqual(before)
})

test('nobody else can collect on demand afterwards', () => {
  compactHeap(Infinity)

  expect(globalThis).not.toHaveProperty('gc')
  expect(runInNewContext('typeof gc')).toBe('undefined')
})

test('V8’s own collections leave in place what lives, afterwards as before', () => {
  compactHeap(Infinity)
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  setFlagsFromString('--no-expose-gc')
  let crowd = Array.from({ length: 300_000 }, (_, index) => ({ index, name: `one ${index}` }))
  // Into the old generation, where they lie next to each other.
  for (let round = 0; round < 2; round += 1) collect()
  const before = oldSpaceMegabytes()
  expect(before).toBeGreaterThan(15)

  // Every second one dies: no page is so empty that V8 would clear it by itself.
  crowd = crowd.filter(({ index }) => index % 2 === 0)
  collect()

  // Moved together, they would take some 9 MB less.
  expect(before - oldSpaceMegabytes()).toBeLessThan(4)
  expect(crowd).toHaveLength(150_000)
})
