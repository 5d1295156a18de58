import type { PostLabels } from '../posts/html/labels.ts'
import type { Language } from '../../shared/language.ts'
import { createPlainPostMaker, createPostMaker } from '../posts/ghost/post-maker.ts'
import { createGhostRewriter, type RewriterOptions } from '../posts/ghost/rewriter.ts'
import { createSanitise } from '../posts/html/sanitise.ts'
import { createPostParser, type ParsePost } from '../posts/markdown/post-parser.ts'

// What makes posts in this thread, in a module of its own, since its packages take time and memory to load and few sites need it: those
// whose Markdown files have changed since the build, or whose Ghost has sent a post that cannot be made as it is.

type LabelsIn = (language: Language) => PostLabels

/** Makes posts of Markdown files. */
export function createMarkdownMaker(labelsIn: LabelsIn): ParsePost {
  return createPostParser(createSanitise(null, labelsIn))
}

export type GhostMakers = ReturnType<typeof createGhostMakers>

/** Makes posts of what Ghost sends: as their authors wrote them, or in plain words. */
export function createGhostMakers(options: RewriterOptions, labelsIn: LabelsIn) {
  const rewriter = createGhostRewriter(options)
  return {
    make: createPostMaker(createSanitise(rewriter, labelsIn), rewriter, options.siteUrl),
    makePlain: createPlainPostMaker(rewriter, options.siteUrl),
  }
}
