import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Language } from '../../../shared/language.ts'
import type { GhostPost } from './client.ts'
import type { Made } from './post-reader.ts'
import type { PostWorkerJob, PostWorkerOptions } from './post-worker.ts'

/** Far above what the longest article takes. */
const usualDeadlineMs = 5000
/** A busy machine takes its time to load the thread's modules. */
const startDeadlineMs = 60_000
const mostMebibytes = 512

/** Makes posts for one site or, in tests, for several, one after the other. */
export type PostThread = {
  make: (options: PostWorkerOptions, post: GhostPost, language: Language) => Promise<Made>
}

/**
 * Makes posts in a thread of its own: whatever an author's HTML costs, the site goes on answering. What misses the deadline or
 * takes too much memory ends the thread, and the next post begins another.
 *
 * @param script the module `post-worker.ts` as built
 * @param deadlineMs for one post, in milliseconds
 */
export function createPostThread(script: string, deadlineMs = usualDeadlineMs): PostThread {
  let running: Promise<Worker> | null = null
  let last: Promise<unknown> = Promise.resolve()

  async function start(): Promise<Worker> {
    const worker = new Worker(script, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: mostMebibytes } })
    // What it dies of while it is being ended would else end the whole process.
    worker.on('error', () => {})
    try {
      // The first message says that it is ready.
      await once(worker, 'message', { signal: AbortSignal.timeout(startDeadlineMs) })
    } catch (error) {
      await worker.terminate()
      throw error
    }
    worker.unref()
    return worker
  }

  async function make(job: PostWorkerJob): Promise<Made> {
    try {
      running ??= start()
      const worker = await running
      const over = new AbortController()
      const { signal } = over
      try {
        const late = setTimeout(deadlineMs, null, { signal }).then(() => {
          throw new Error(`it takes more than ${deadlineMs} ms`)
        })
        const answer = once(worker, 'message', { signal }) as Promise<[Made]>
        worker.postMessage(job)
        const [made] = await Promise.race([answer, late])
        return made
      } finally {
        over.abort()
      }
    } catch (error) {
      const ended = running
      running = null
      void ended?.then((worker) => worker.terminate()).catch(() => {})
      return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) }
    }
  }

  return {
    make(options, post, language) {
      const made = last.then(() => make({ options, post, language }))
      last = made
      return made
    },
  }
}
