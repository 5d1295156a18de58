import type { PostLabels } from '../posts/html/labels.ts'
import type { Language } from '../../shared/language.ts'
import { createPostMaker, type MakePost } from '../posts/ghost/post-maker.ts'
import { createGhostRewriter, type RewriterOptions } from '../posts/ghost/rewriter.ts'
import { createSanitise } from '../posts/html/sanitise.ts'
import { createPostParser, type ParsePost } from '../posts/markdown/post-parser.ts'

// What makes posts in this process, in a module of its own, since its packages take time and memory to load and few sites need it: those
// whose Markdown files have changed since the build, and development.

type LabelsIn = (language: Language) => PostLabels

/** Makes posts of Markdown files. */
export function createMarkdownMaker(labelsIn: LabelsIn): ParsePost {
  return createPostParser(createSanitise(null, labelsIn))
}

/** Makes posts of what Ghost sends. */
export function createGhostMaker(options: RewriterOptions, labelsIn: LabelsIn): MakePost {
  const rewriter = createGhostRewriter(options)
  return createPostMaker(createSanitise(rewriter, labelsIn), rewriter, options.siteUrl)
}
