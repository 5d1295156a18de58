import { expect, it } from 'vitest'
import { createDebounce } from './debounce.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** The moment and the refresh end when the test says so. */
function setUp() {
  const waiting: (() => void)[] = []
  const refreshing: (() => void)[] = []
  let refreshes = 0
  const change = createDebounce(
    () => {
      refreshes += 1
      return new Promise((resolve) => refreshing.push(resolve))
    },
    () => new Promise((resolve) => waiting.push(resolve)),
  )
  async function end(steps: (() => void)[]) {
    await turn()
    expect(steps).toHaveLength(1)
    steps.pop()?.()
    await turn()
  }
  return {
    change,
    refreshes: () => refreshes,
    endMoment: () => end(waiting),
    endRefresh: () => end(refreshing),
    waiting,
  }
}

it('makes one refresh of the changes of a moment', async () => {
  const { change, refreshes, endMoment, endRefresh, waiting } = setUp()
  for (let time = 0; time < 3; time += 1) change()
  await turn()
  expect(refreshes()).toBe(0)
  await endMoment()
  expect(refreshes()).toBe(1)
  await endRefresh()
  expect(waiting).toEqual([])
})

it('makes one more refresh for all changes during one', async () => {
  const { change, refreshes, endMoment, endRefresh, waiting } = setUp()
  change()
  await endMoment()
  change()
  change()
  expect(waiting).toEqual([])
  await endRefresh()
  await endMoment()
  await endRefresh()
  expect(refreshes()).toBe(2)
  expect(waiting).toEqual([])
})

it('starts again after a pause', async () => {
  const { change, refreshes, endMoment, endRefresh } = setUp()
  for (let time = 0; time < 2; time += 1) {
    change()
    await endMoment()
    await endRefresh()
  }
  expect(refreshes()).toBe(2)
})
