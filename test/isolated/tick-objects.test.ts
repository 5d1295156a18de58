import { executionAsyncResource } from 'node:async_hooks'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInThisContext } from 'node:vm'
import { expect, test } from 'vitest'
import { keepTickObjects } from '../../server/http/tick-objects.ts'

setFlagsFromString('--allow-natives-syntax')
const haveSameHiddenClass = runInThisContext('(one, other) => %HaveSameMap(one, other)') as (
  one: unknown,
  other: unknown,
) => boolean

test('of a tick without arguments and of one with, an object with the hidden class of all later ones is kept', async () => {
  const kept = keepTickObjects()
  await setImmediate()
  const later: object[] = []
  const look = () => later.push(executionAsyncResource())
  process.nextTick(look)
  process.nextTick(look, null)
  await setImmediate()
  expect(kept).toHaveLength(2)
  for (const [index, object] of later.entries()) {
    expect(object).not.toBe(kept[index])
    expect(haveSameHiddenClass(kept[index], object)).toBe(true)
  }
  expect(later).toHaveLength(2)
})
