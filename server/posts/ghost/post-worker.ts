import { parentPort } from 'node:worker_threads'
import type { Language } from '../../../shared/language.ts'
import { createTexts } from '../../http/texts.ts'
import type { GhostPost } from './client.ts'
import { createGhostRewriter, type RewriterOptions } from './rewriter.ts'
import { createPostLabels } from '../html/labels.ts'
import { createPostMaker, type MakePost } from './post-maker.ts'
import { madeBy } from './post-reader.ts'
import { createSanitise } from '../html/sanitise.ts'

// The thread of `post-thread.ts`: says that it is ready, then answers each job.

export type PostWorkerOptions = RewriterOptions
export type PostWorkerJob = { options: PostWorkerOptions; post: GhostPost; language: Language }

const labelsIn = createPostLabels(createTexts(() => {}))
const makers = new Map<string, MakePost>()

function makerFor(options: PostWorkerOptions): MakePost {
  const key = JSON.stringify(options)
  const rewriter = createGhostRewriter(options)
  const maker = makers.get(key) ?? createPostMaker(createSanitise(rewriter, labelsIn), rewriter, options.siteUrl)
  makers.set(key, maker)
  return maker
}

parentPort?.on('message', ({ options, post, language }: PostWorkerJob) =>
  parentPort?.postMessage(madeBy(makerFor(options), post, language)),
)
parentPort?.postMessage('ready')
