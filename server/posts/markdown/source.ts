import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Marked } from 'marked'
import { parse as parseYaml } from 'yaml'
import * as z from 'zod'
import type { Language } from '../../../shared/language.ts'
import type { Post, Tag } from '../../../shared/post.ts'
import { parseMetadata, parseVisibility, rawMetadata } from '../metadata.ts'
import { plainText } from '../html/plain-text.ts'
import type { ArticleSource, Failure } from '../source/reading.ts'
import type { Sanitise } from '../html/sanitise.ts'
import { slugOf } from './slug.ts'

const frontMatter = rawMetadata.extend({
  visibility: z.string().nullish(),
  title: z.string().min(1),
  excerpt: z.string().min(1),
  published_at: z.iso.datetime({ offset: true }),
  updated_at: z.iso.datetime({ offset: true }).optional(),
  /** A picture of this site. */
  feature_image: z
    .string()
    .regex(/^\/(?!\/)/, 'is not a path of this site')
    .optional(),
  authors: z.array(z.string().min(1)).min(1),
  tags: z.array(z.string().min(1)).default([]),
})

/** Headings get the same kind of id as Ghost gives them, for links and tables of contents. */
const markdown = new Marked({
  renderer: {
    heading({ tokens, depth }) {
      const html = this.parser.parseInline(tokens)
      return `<h${depth} id="${slugOf(html.replace(/<[^>]*>|&[^;]*;/g, ' '))}">${html}</h${depth}>\n`
    },
  },
})

/** Files have no CMS whose addresses would need another. */
const asWritten = {
  link: (address: string) => address,
  picture: (address: string) => address,
}

/** What stands before Ghost's own mark of where the public part ends; nothing where there is no such mark. */
function publicPartOf(body: string): string {
  const end = body.indexOf('<!--members-only-->')
  return end === -1 ? '' : body.slice(0, end)
}

/** As Ghost counts. */
const wordsPerMinute = 275

/**
 * Posts from the files `<directory>/fr/*.md` and `<directory>/en/*.md`: YAML front matter, then Markdown. The folder is
 * the language, the file's name the slug. The site shows these with no configuration at all. A file that is no post is left out
 * by itself.
 *
 * @param siteUrl the public origin
 * @param onUnreadable gets the name of a file that is left out, and what is wrong with it
 */
export function createMarkdownSource(
  directory: string,
  sanitise: Sanitise,
  siteUrl: string,
  onUnreadable: (problem: string) => void,
): ArticleSource {
  async function readAll(language: Language): Promise<Post[]> {
    const files = (await readdir(join(directory, language))).filter((file) => file.endsWith('.md'))
    const readings = await Promise.all(files.map((file) => outcomeOf(() => readPost(language, file))))
    const posts = readings.flatMap((reading) => (reading.kind === 'read' ? [reading.value] : []))
    const problems = readings.flatMap((reading) => (reading.kind === 'failed' ? [reading.message] : []))
    const [first] = problems
    if (first !== undefined && posts.length === 0) throw new Error(first)
    problems.forEach(onUnreadable)
    return posts.sort((one, other) => Date.parse(other.published_at) - Date.parse(one.published_at))
  }

  async function readPost(language: Language, file: string): Promise<Post> {
    const source = await readFile(join(directory, language, file), 'utf8').catch((error: unknown) => {
      throw new Error(`${language}/${file}: ${String(error)}`, { cause: error })
    })
    return parsePost(basename(file, '.md'), language, source)
  }

  function parsePost(slug: string, language: Language, source: string): Post {
    const [, head, body] = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(source) ?? []
    if (body === undefined) throw new Error(`${language}/${slug}.md: no front matter between two lines of ---`)
    const parsed = frontMatter.safeParse(readYaml(head ?? ''))
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      throw new Error(`${language}/${slug}.md: ${issue?.path.join('.') || 'the front matter'}: ${issue?.message}`)
    }
    const { title, excerpt, published_at, updated_at, authors, tags } = parsed.data
    const topical = tags.map(toTag)
    const visibility = parseVisibility(parsed.data.visibility)
    const html = safeHtmlOf(visibility === 'public' ? body : publicPartOf(body), slug, language)
    return {
      id: `${language}-${slug}`,
      slug,
      title: plainText(title),
      excerpt: plainText(parsed.data.custom_excerpt || excerpt),
      html,
      feature_image: parsed.data.feature_image ?? null,
      published_at,
      updated_at: updated_at ?? null,
      reading_time: Math.round(body.split(/\s+/).length / wordsPerMinute),
      authors: authors.map((name) => ({ name: plainText(name) })),
      tags: topical,
      primary_tag: topical[0] ?? null,
      visibility,
      access: visibility === 'public',
      permalink: null,
      ...parseMetadata(parsed.data, { language, slug, siteUrl, sanitise, ...asWritten }),
    }
  }

  function safeHtmlOf(body: string, slug: string, language: Language): string {
    try {
      return sanitise(markdown.parse(body, { async: false }), language)
    } catch (error) {
      // In its second line, the parser asks for a report.
      const [line] = String(error).split('\n', 1)
      throw new Error(`${language}/${slug}.md: ${line}`, { cause: error })
    }
  }

  return {
    // The folder's own list knows.
    mayHave: () => true,

    list: (language) => outcomeOf(() => readAll(language)),

    find: (language, slug) =>
      outcomeOf(async () => {
        // By the folder's own list: a slug is never made into a path, and an invented one costs no more than this.
        const file = (await readdir(join(directory, language))).find((name) => name === `${slug}.md`)
        return file === undefined ? null : readPost(language, file)
      }),
  }
}

async function outcomeOf<T>(read: () => Promise<T>): Promise<{ kind: 'read'; value: T } | Failure> {
  try {
    return { kind: 'read', value: await read() }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { kind: 'failed', message, type: 'MarkdownError', retryAfterSeconds: null, fault: 'call' }
  }
}

/** Undefined for what is not YAML; the schema then says what is missing. */
function readYaml(text: string): unknown {
  try {
    // Its warnings would go round the log, and change nothing.
    return parseYaml(text, { logLevel: 'error' })
  } catch {
    return undefined
  }
}

function toTag(name: string): Tag {
  const slug = slugOf(name)
  return { id: slug, slug, name: plainText(name) }
}
