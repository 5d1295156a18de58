import { expect, it } from 'vitest'
import type { PostsChange } from '../../server/posts/change.ts'
import { createChangeNews } from '../../server/posts/change-news.ts'

const everything: PostsChange = { kind: 'everything' }
const about = (...slugs: string[]): PostsChange => ({ kind: 'posts', slugs })

/** A Redis that may be away, and instances that meet there. */
function setUp() {
  const redis = { reachable: true, silent: false, generation: null as string | null }
  const instances: ReturnType<typeof createChangeNews>[] = []
  async function startInstance() {
    const heard: PostsChange[] = []
    const news = createChangeNews({
      readGeneration: () => Promise.resolve(redis.reachable ? redis.generation : undefined),
      async announce(generation, message) {
        await Promise.resolve()
        if (!redis.reachable || redis.silent) return false
        redis.generation = generation
        for (const instance of instances) instance.hear(message)
        return true
      },
      onChange: (change) => heard.push(change),
    })
    instances.push(news)
    await news.listening()
    news.serve()
    return { news, heard }
  }
  return { redis, startInstance }
}

it('tells every other instance, and all know the same generation', async () => {
  const { startInstance } = setUp()
  const [one, two, three] = [await startInstance(), await startInstance(), await startInstance()]
  await one.news.tell(about('a', 'b'))
  expect([one.heard, two.heard, three.heard]).toEqual([[], [about('a', 'b')], [about('a', 'b')]])
  const before = one.news.generation()
  await one.news.tell(everything)
  expect(one.news.generation()).not.toBe(before)
  expect([two, three].map(({ news }) => news.generation())).toEqual(Array(2).fill(one.news.generation()))
})

it('takes the last message of several for the generation, its own too', async () => {
  const { startInstance, redis } = setUp()
  const [one, two] = [await startInstance(), await startInstance()]
  await Promise.all([one.news.tell(everything), two.news.tell(everything)])
  expect([one.news.generation(), two.news.generation()]).toEqual([redis.generation, redis.generation])
})

it('knows the generation that it finds at the start, without a refresh of nothing', async () => {
  const { startInstance, redis } = setUp()
  redis.generation = 'before'
  const { news, heard } = await startInstance()
  expect([news.generation(), heard]).toEqual(['before', []])
})

it('takes everything for changed where the generation changed while it could not hear', async () => {
  const { startInstance, redis } = setUp()
  const { news, heard } = await startInstance()
  await news.listening()
  expect(heard).toEqual([])
  redis.generation = 'another'
  await news.listening()
  expect([heard, news.generation()]).toEqual([[everything], 'another'])
})

it('takes everything for changed where Redis came late, or came back empty', async () => {
  const { startInstance, redis } = setUp()
  redis.reachable = false
  const { news, heard } = await startInstance()
  expect(news.generation()).toBeUndefined()
  redis.reachable = true
  await news.catchUp()
  expect(heard).toEqual([everything])
  await news.tell(everything)
  redis.generation = null
  await news.listening()
  expect(heard).toEqual([everything, everything])
})

it('tells later, all at once, what it could not tell, and has its own generation meanwhile', async () => {
  const { startInstance, redis } = setUp()
  const [one, two] = [await startInstance(), await startInstance()]
  const before = one.news.generation()
  redis.reachable = false
  await one.news.tell(about('a'))
  await one.news.tell(about('b'))
  expect([one.news.generation() === before, two.heard]).toEqual([false, []])
  await one.news.catchUp()
  expect(two.heard).toEqual([])
  redis.reachable = true
  await one.news.catchUp()
  await one.news.catchUp()
  expect(two.heard).toEqual([about('a', 'b')])
  expect(two.news.generation()).toBe(one.news.generation())
})

it('does not go back to what the others know while they do not know of its change', async () => {
  const { startInstance, redis } = setUp()
  const { news, heard } = await startInstance()
  redis.silent = true
  await news.tell(everything)
  const own = news.generation()
  await news.listening()
  expect([news.generation() === own, news.generation() === redis.generation, heard]).toEqual([false, false, []])
})

it.each(['', '{', '{}', '{"from":"a","generation":"b","change":{"kind":"nothing"}}'])(
  'ignores the message %j',
  async (message) => {
    const { news, heard } = await setUp().startInstance()
    news.hear(message)
    expect([news.generation(), heard]).toEqual([null, []])
  },
)
