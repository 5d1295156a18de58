import type { Language } from '../../../shared/language.ts'
import { createTexts } from '../../http/texts.ts'
import { feedHtml } from '../html/feed-html.ts'
import { createPostLabels } from '../html/labels.ts'
import type { GhostPost } from './client.ts'
import { makePost } from './post-maker.ts'
import type { RewriterOptions } from './rewriter.ts'

// The process of `post-jobs.ts`: says that it is ready, then answers each job.

export type PostJob =
  | { kind: 'post'; options: RewriterOptions; post: GhostPost; language: Language }
  | { kind: 'feed'; html: string; link: string }

const labelsIn = createPostLabels(createTexts(() => {}))

process.on('message', (job: PostJob) =>
  process.send?.(
    job.kind === 'post' ? makePost(job.options, labelsIn, job.post, job.language) : feedHtml(job.html, job.link),
  ),
)
process.send?.('ready')
