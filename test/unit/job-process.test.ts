import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { type CallLimit, createConcurrencyLimit } from '../../server/runtime/concurrency-limit.ts'
import { createJobProcess } from '../../server/runtime/job-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { deferred } from '../support/deferred.ts'

type Job = { do: 'echo' | 'pid' | 'spin' | 'fill' | 'kill' | 'exit'; word?: string }

const script = `
const kept = []
const doing = {
  echo: ({ word }) => process.send(word),
  pid: () => process.send(String(process.pid)),
  spin: () => { for (;;); },
  fill: () => { for (;;) kept.push(Array(1e5).fill(kept.length + 0.5)) },
  kill: () => process.kill(process.pid, 'SIGKILL'),
  exit: () => process.exit(3),
}
process.on('message', (job) => doing[job.do](job))
process.send('ready')`

const alone: CallLimit = (task) => task(new AbortController().signal)

/** A process that ends with the test that runs. */
async function jobs(places = alone, cpuMs = 1000) {
  const folder = await temporaryFolder()
  onTestFinished(() => folder[Symbol.asyncDispose]())
  const path = join(folder.path, 'script.mjs')
  await writeFile(path, script)
  return createJobProcess<Job, string>({ script: path, heapMebibytes: 32, cpuMs, shortCpuMs: cpuMs / 2, places })
}

it.each([
  ['never ends', 'spin', { kind: 'exceeded', reason: 'it takes more than 1000 ms of processor time' }],
  ['fills its memory', 'fill', { kind: 'exceeded', reason: 'its process was ended by SIGABRT' }],
  ['is ended from outside, twice', 'kill', { kind: 'failed', reason: 'its process was ended by SIGKILL' }],
  ['ends with a status', 'exit', { kind: 'failed', reason: 'its process ended with status 3' }],
] as const)('a job that %s ends its process alone, and the next one is done', async (_what, action, outcome) => {
  const { run } = await jobs()
  expect(await run({ do: action }, 1)).toEqual(outcome)
  expect(await run({ do: 'echo', word: 'a' }, 1)).toEqual({ kind: 'done', answer: 'a' })
})

it('does the smallest job first', async () => {
  const { run } = await jobs()
  const done: unknown[] = []
  const words = ['a', 'bbbb', 'bb', 'bbb']
  await Promise.all(
    words.map(async (word) => {
      done.push(await run({ do: 'echo', word }, word.length))
    }),
  )
  expect(done.map((outcome) => (outcome as { answer: string }).answer)).toEqual(['a', 'bb', 'bbb', 'bbbb'])
})

it('gives jobs less time once several have taken more than they may', async () => {
  const { run } = await jobs(alone, 200)
  const outcomes = await Promise.all([1, 2, 3, 4].map((size) => run({ do: 'spin' }, size)))
  expect(outcomes.at(-1)).toEqual({ kind: 'exceeded', reason: 'it takes more than 100 ms of processor time' })
})

it('cannot run a script that is not there', async () => {
  const bounds = { heapMebibytes: 32, cpuMs: 1000, shortCpuMs: 500, places: alone }
  const { run } = createJobProcess<Job, string>({ script: '/nowhere.mjs', ...bounds })
  expect(await run({ do: 'echo' }, 1)).toEqual({ kind: 'failed', reason: 'its process ended with status 1' })
})

it('keeps its process for the next job', async () => {
  const { run } = await jobs()
  const first = await run({ do: 'pid' }, 1)
  expect(first.kind).toBe('done')
  expect(await run({ do: 'pid' }, 1)).toEqual(first)
})

it('waits for a place, and where another waits gives it back once its process has ended', async () => {
  const places = createConcurrencyLimit(1, 10, 60_000)
  const { promise: left, resolve: leave } = deferred()
  const other = places(() => left)
  const { run } = await jobs(places)
  const order: string[] = []
  const job = run({ do: 'pid' }, 1).finally(() => order.push('job'))
  // A process takes as long to start.
  await (await jobs()).run({ do: 'echo', word: 'a' }, 1)
  order.push('other')
  leave()
  await other
  const place = places(async () => {
    order.push('place')
    return job
  })
  const outcome = await place
  await run({ do: 'echo', word: 'b' }, 1).then(() => order.push('next job'))
  expect(order).toEqual(['other', 'job', 'place', 'next job'])
  if (outcome?.kind !== 'done') throw new Error('the job was not done')
  expect(() => process.kill(Number(outcome.answer), 0)).toThrow('ESRCH')
})

it('fails its jobs where there is no place, and does the next ones', async () => {
  const places = createConcurrencyLimit(1, 0, 60_000)
  const { promise: left, resolve: leave } = deferred()
  const other = places(() => left)
  const { run } = await jobs(places)
  expect(await run({ do: 'echo', word: 'a' }, 1)).toEqual({ kind: 'failed', reason: 'no place for its process' })
  leave()
  await other
  expect(await run({ do: 'echo', word: 'a' }, 1)).toEqual({ kind: 'done', answer: 'a' })
})
