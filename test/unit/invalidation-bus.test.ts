import { expect, it } from 'vitest'
import type { PostsChange } from '../../server/posts/change.ts'
import { createInvalidationBus } from '../../server/redis/invalidation-bus.ts'

const everything: PostsChange = { kind: 'everything' }
const about = (...slugs: string[]): PostsChange => ({ kind: 'posts', slugs })

/** A Redis that may be away, and instances that meet there. */
function setUp() {
  const redis = { reachable: true }
  const instances: ReturnType<typeof createInvalidationBus>[] = []
  function startInstance() {
    const heard: PostsChange[] = []
    const bus = createInvalidationBus(
      async (message) => {
        await Promise.resolve()
        if (redis.reachable) for (const instance of instances) instance.onMessage(message)
        return redis.reachable
      },
      (change) => heard.push(change),
    )
    instances.push(bus)
    bus.onSubscribed()
    bus.serve()
    return { bus, heard }
  }
  return { redis, startInstance }
}

it('tells every other instance, and none itself', async () => {
  const { startInstance } = setUp()
  const [one, two, three] = [startInstance(), startInstance(), startInstance()]
  await one.bus.publish(about('a', 'b'))
  expect([one.heard, two.heard, three.heard]).toEqual([[], [about('a', 'b')], [about('a', 'b')]])
})

it('takes everything for changed where it could not listen for a while, but not at its start', () => {
  const { bus, heard } = setUp().startInstance()
  expect(heard).toEqual([])
  bus.onSubscribed()
  expect(heard).toEqual([everything])
})

it('tells later, all at once, what it could not tell', async () => {
  const { startInstance, redis } = setUp()
  const [one, two] = [startInstance(), startInstance()]
  redis.reachable = false
  await one.bus.publish(about('a'))
  await one.bus.publish(about('b'))
  await one.bus.resend()
  expect(two.heard).toEqual([])
  redis.reachable = true
  await one.bus.resend()
  await one.bus.resend()
  expect(two.heard).toEqual([about('a', 'b')])
})

it.each(['', '{', '{}', '{"from":"a","change":{"kind":"nothing"}}'])('ignores the message %j', (message) => {
  const { bus, heard } = setUp().startInstance()
  bus.onMessage(message)
  expect(heard).toEqual([])
})
