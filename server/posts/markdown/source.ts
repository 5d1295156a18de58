import { isUtf8 } from 'node:buffer'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Language } from '../../../shared/language.ts'
import type { Post } from '../../../shared/post.ts'
import type { PostSource, Reading } from '../cache/cache.ts'

/** A Markdown file: the language is its folder, the slug its name. */
export type PostFile = { language: Language; slug: string; text: string }

/**
 * Posts from the files `<directory>/fr/*.md` and `<directory>/en/*.md`: YAML front matter, then Markdown. The site shows them if nothing
 * is configured. An invalid file is skipped.
 *
 * @param readPost converts a file; throws an error that names it
 * @param onUnreadable gets the name of an invalid file and the reason
 */
export function createMarkdownSource(
  directory: string,
  readPost: (file: PostFile) => Promise<Post>,
  onUnreadable: (problem: string) => void,
): PostSource {
  async function readAll(language: Language): Promise<Post[]> {
    const files = (await readdir(join(directory, language))).filter((file) => file.endsWith('.md'))
    const readings = await Promise.all(files.map((file) => outcomeOf(() => read(language, file))))
    const posts = readings.flatMap((reading) => (reading.kind === 'read' ? [reading.value] : []))
    const problems = readings.flatMap((reading) => (reading.kind === 'failed' ? [reading.message] : []))
    const [first] = problems
    if (first !== undefined && posts.length === 0) throw new Error(first)
    problems.forEach(onUnreadable)
    return posts.sort((a, b) => Date.parse(b.published_at) - Date.parse(a.published_at))
  }

  async function read(language: Language, file: string): Promise<Post> {
    const bytes = await readFile(join(directory, language, file)).catch((error: unknown) => {
      throw new Error(`${language}/${file}: ${String(error)}`, { cause: error })
    })
    if (!isUtf8(bytes)) throw new Error(`${language}/${file}: is not UTF-8`)
    return readPost({ language, slug: basename(file, '.md'), text: bytes.toString('utf8') })
  }

  return {
    mayHave: () => true,
    readList: (language) => outcomeOf(() => readAll(language)),
  }
}

async function outcomeOf<T>(read: () => Promise<T>): Promise<Reading<T>> {
  try {
    return { kind: 'read', value: await read() }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { kind: 'failed', message, type: 'MarkdownError', retryAfterSeconds: null, fault: 'call' }
  }
}
