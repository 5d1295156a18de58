import type { Sanitise } from '../../server/posts/html/sanitise.ts'
import { createFileReader } from '../../server/posts/markdown/file-reader.ts'
import { createPostParser } from '../../server/posts/markdown/post-parser.ts'
import { createMarkdownSource } from '../../server/posts/markdown/source.ts'

/** The Markdown files of a folder as a site reads them, without those that its build has made. */
export function markdownSource(folder: string, sanitise: Sanitise, onUnreadable: (problem: string) => void) {
  const readPost = createFileReader({
    readBuilt: () => Promise.resolve(new Map()),
    loadParser: () => Promise.resolve(createPostParser(sanitise)),
    siteUrl: 'https://www.nordet.example',
  })
  return createMarkdownSource(folder, readPost, onUnreadable)
}
