/**
 * Posts from Markdown files, for a site without a CMS. The build converts those it knows; the others are converted when they are
 * first read. Files have no CMS's addresses, and one beyond the parse limits is skipped, so this folder does without `conversion/`.
 * An invalid file is logged and skipped. This folder does not depend on how long lists are fresh.
 */

import { resolve } from 'node:path'
import type { Context } from '../../config/config.ts'
import { projectRoot } from '../../runtime/project-root.ts'
import { createPostLabels, createSanitiser } from '../html/html.ts'
import type { BuiltPosts } from './built-posts.ts'
import { createFileReader } from './file-reader.ts'
import { createMarkdownSource } from './source.ts'

export { type BuiltPosts, readBuiltPosts } from './built-posts.ts'

/** Creates the source of the posts in a folder, whose path may be relative to the project's. */
export function createMarkdown(
  { config, texts, log }: Context,
  directory: string,
  readBuilt: () => Promise<BuiltPosts>,
) {
  const readPost = createFileReader({
    readBuilt,
    async loadParser() {
      const [{ createPostParser }, sanitiser] = await Promise.all([
        import('./post-parser.ts'),
        createSanitiser({ rewrite: null, labelsIn: createPostLabels(texts) }),
      ])
      return createPostParser(sanitiser)
    },
    siteUrl: config.siteUrl,
  })
  const source = createMarkdownSource(resolve(projectRoot, directory), readPost, (problem) =>
    log.error({ problem }, 'Skipped invalid Markdown file'),
  )
  return { source, readPreview: null, snapshot: null, timeoutMs: 0 }
}
