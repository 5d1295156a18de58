import type { PostSource, Reading } from '../../server/posts/cache/source.ts'
import type { Sanitise } from '../../server/posts/html/sanitise.ts'
import { createSanitiser } from '../../server/posts/html/sanitiser.ts'
import { createFileReader } from '../../server/posts/markdown/file-reader.ts'
import { createPostParser } from '../../server/posts/markdown/post-parser.ts'
import { createMarkdownSource } from '../../server/posts/markdown/source.ts'
import type { Language } from '../../shared/language.ts'
import type { Post } from '../../shared/post.ts'
import { labels } from './sanitise.ts'

/** An article of a language's list; null if the list lacks it. */
export async function articleIn(source: PostSource, language: Language, slug: string): Promise<Reading<Post | null>> {
  const reading = await source.readList(language)
  if (reading.kind === 'failed') return reading
  return { kind: 'read', value: reading.value.find((post) => post.slug === slug) ?? null }
}

/** The Markdown files of a folder as a site reads them, without those that its build has converted. */
export function markdownSource(folder: string, sanitise: Sanitise, onUnreadable: (problem: string) => void) {
  const readPost = createFileReader({
    readBuilt: () => Promise.resolve(new Map()),
    loadParser: () =>
      Promise.resolve(createPostParser({ ...createSanitiser({ rewrite: null, labelsIn: labels }), sanitise })),
    siteUrl: 'https://www.site.example',
  })
  return createMarkdownSource(folder, readPost, onUnreadable)
}
