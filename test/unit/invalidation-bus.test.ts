import { expect, it } from 'vitest'
import type { PostsChange } from '../../server/posts/change.ts'
import { createInvalidationBus } from '../../server/posts/invalidation-bus.ts'

const everything: PostsChange = { kind: 'everything' }
const about = (...slugs: string[]): PostsChange => ({ kind: 'posts', slugs })

/** A Redis that may be away, and instances that meet there. */
function setUp() {
  const redis = { reachable: true, silent: false, generation: null as string | null }
  const instances: ReturnType<typeof createInvalidationBus>[] = []
  async function startInstance() {
    const heard: PostsChange[] = []
    const bus = createInvalidationBus({
      readGeneration: () => Promise.resolve(redis.reachable ? redis.generation : undefined),
      async send(generation, message) {
        await Promise.resolve()
        if (!redis.reachable || redis.silent) return false
        redis.generation = generation
        for (const instance of instances) instance.onMessage(message)
        return true
      },
      onChange: (change) => heard.push(change),
    })
    instances.push(bus)
    await bus.onSubscribed()
    bus.serve()
    return { bus, heard }
  }
  return { redis, startInstance }
}

it('tells every other instance, and all know the same generation', async () => {
  const { startInstance } = setUp()
  const [one, two, three] = [await startInstance(), await startInstance(), await startInstance()]
  await one.bus.publish(about('a', 'b'))
  expect([one.heard, two.heard, three.heard]).toEqual([[], [about('a', 'b')], [about('a', 'b')]])
  const before = one.bus.generation()
  await one.bus.publish(everything)
  expect(one.bus.generation()).not.toBe(before)
  expect([two, three].map(({ bus }) => bus.generation())).toEqual(Array(2).fill(one.bus.generation()))
})

it('takes the last message of several for the generation, its own too', async () => {
  const { startInstance, redis } = setUp()
  const [one, two] = [await startInstance(), await startInstance()]
  await Promise.all([one.bus.publish(everything), two.bus.publish(everything)])
  expect([one.bus.generation(), two.bus.generation()]).toEqual([redis.generation, redis.generation])
})

it('knows the generation that it finds at the start, without a refresh of nothing', async () => {
  const { startInstance, redis } = setUp()
  redis.generation = 'before'
  const { bus, heard } = await startInstance()
  expect([bus.generation(), heard]).toEqual(['before', []])
})

it('takes everything for changed where the generation changed while it could not hear', async () => {
  const { startInstance, redis } = setUp()
  const { bus, heard } = await startInstance()
  await bus.onSubscribed()
  expect(heard).toEqual([])
  redis.generation = 'another'
  await bus.onSubscribed()
  expect([heard, bus.generation()]).toEqual([[everything], 'another'])
})

it('takes everything for changed where Redis came late, or came back empty', async () => {
  const { startInstance, redis } = setUp()
  redis.reachable = false
  const { bus, heard } = await startInstance()
  expect(bus.generation()).toBeUndefined()
  redis.reachable = true
  await bus.resync()
  expect(heard).toEqual([everything])
  await bus.publish(everything)
  redis.generation = null
  await bus.onSubscribed()
  expect(heard).toEqual([everything, everything])
})

it('tells later, all at once, what it could not tell, and has its own generation meanwhile', async () => {
  const { startInstance, redis } = setUp()
  const [one, two] = [await startInstance(), await startInstance()]
  const before = one.bus.generation()
  redis.reachable = false
  await one.bus.publish(about('a'))
  await one.bus.publish(about('b'))
  expect([one.bus.generation() === before, two.heard]).toEqual([false, []])
  await one.bus.resync()
  expect(two.heard).toEqual([])
  redis.reachable = true
  await one.bus.resync()
  await one.bus.resync()
  expect(two.heard).toEqual([about('a', 'b')])
  expect(two.bus.generation()).toBe(one.bus.generation())
})

it('does not go back to what the others know while they do not know of its change', async () => {
  const { startInstance, redis } = setUp()
  const { bus, heard } = await startInstance()
  redis.silent = true
  await bus.publish(everything)
  const own = bus.generation()
  await bus.onSubscribed()
  expect([bus.generation() === own, bus.generation() === redis.generation, heard]).toEqual([false, false, []])
})

it.each(['', '{', '{}', '{"from":"a","generation":"b","change":{"kind":"nothing"}}'])(
  'ignores the message %j',
  async (message) => {
    const { bus, heard } = await setUp().startInstance()
    bus.onMessage(message)
    expect([bus.generation(), heard]).toEqual([null, []])
  },
)
