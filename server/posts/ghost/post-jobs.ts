import { createJobProcess, type JobOutcome } from '../../runtime/job-process.ts'
import type { CallLimit } from '../../runtime/concurrency-limit.ts'
import type { Language } from '../../../shared/language.ts'
import type { GhostPost } from './client.ts'
import type { Made } from './post-maker.ts'
import type { PostJob } from './post-process.ts'
import type { RewriterOptions } from './rewriter.ts'

/** Far above what the longest article takes, whose objects fill a third of it. */
const bounds = { heapMebibytes: 160, cpuMs: 5000, shortCpuMs: 1000 }

/**
 * Makes posts, and their HTML for feeds, in a process of their own: whatever an author's HTML takes, the site goes on.
 *
 * @param script the module `post-process.ts` as built
 * @param places in memory, of which the process takes one
 */
export function createPostJobs(script: string, places: CallLimit) {
  const { start, run } = createJobProcess<PostJob, Made | string>({ script, places, ...bounds })
  return {
    start,

    async make(options: RewriterOptions, post: GhostPost, language: Language): Promise<Made> {
      const outcome = await run({ kind: 'post', options, post, language }, post.html?.length ?? 0)
      if (outcome.kind !== 'done') return { ...outcome, kind: outcome.kind === 'failed' ? 'failed' : 'refused' }
      return outcome.answer as Made // of a job of this kind
    },

    /** @param link where the article stands */
    feedHtml: (html: string, link: string) =>
      run({ kind: 'feed', html, link }, html.length) as Promise<JobOutcome<string>>, // of a job of this kind
  }
}

export type PostJobs = ReturnType<typeof createPostJobs>
