import type { Language } from '../../../shared/language.ts'
import { createTexts } from '../../http/texts.ts'
import { feedHtml } from '../html/feed-html.ts'
import { createPostLabels } from '../html/labels.ts'
import { createSanitise } from '../html/sanitise.ts'
import type { GhostPost } from './client.ts'
import { createPostMaker, type MakePost } from './post-maker.ts'
import { madeBy } from './post-reader.ts'
import { createGhostRewriter, type RewriterOptions } from './rewriter.ts'

// The process of `post-jobs.ts`: says that it is ready, then answers each job.

export type PostJob =
  | { kind: 'post'; options: RewriterOptions; post: GhostPost; language: Language }
  | { kind: 'feed'; html: string; link: string }

const labelsIn = createPostLabels(createTexts(() => {}))
const makers = new Map<string, MakePost>()

function makerFor(options: RewriterOptions): MakePost {
  const key = JSON.stringify(options)
  const rewriter = createGhostRewriter(options)
  const maker = makers.get(key) ?? createPostMaker(createSanitise(rewriter, labelsIn), rewriter, options.siteUrl)
  makers.set(key, maker)
  return maker
}

process.on('message', (job: PostJob) =>
  process.send?.(
    job.kind === 'post' ? madeBy(makerFor(job.options), job.post, job.language) : feedHtml(job.html, job.link),
  ),
)
process.send?.('ready')
