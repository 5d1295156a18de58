import { getHeapStatistics } from 'node:v8'
import { expect, test } from 'vitest'
import { compactHeap } from '../../server/heap.ts'

const usedMegabytes = () => getHeapStatistics().used_heap_size / 1e6

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
})
