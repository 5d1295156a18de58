import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Marked } from 'marked'
import { parse as parseYaml } from 'yaml'
import * as z from 'zod'
import type { Language } from '../../shared/language.ts'
import type { Post, Tag } from '../../shared/post.ts'
import { parseMetadata, parseVisibility, rawMetadata } from './metadata.ts'
import type { ArticleSource, Failure } from './reading.ts'
import type { Sanitise } from './sanitise.ts'

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
      return `<h${depth} id="${toSlug(html.replace(/<[^>]*>|&[^;]*;/g, ' '))}">${html}</h${depth}>\n`
    },
  },
})

/** Files have no CMS whose addresses would need another. */
const asWritten = {
  plain: (words: string) => words,
  link: (address: string) => address,
  picture: (address: string) => address,
}

/** What stands before Ghost's own mark of where the public part ends; nothing where there is no such mark. */
function publicPartOf(body: string): string {
  const end = body.indexOf('<!--members-only-->')
  return end === -1 ? '' : body.slice(0, end)
}

/** Ghost's own measure: 275 words a minute. */
const wordsPerMinute = 275

/**
 * Posts from the files `<directory>/fr/*.md` and `<directory>/en/*.md`: YAML front matter, then Markdown. The folder is
 * the language, the file's name the slug. This is what the site shows with no configuration at all.
 *
 * @param siteUrl the public origin
 */
export function createMarkdownSource(directory: string, sanitise: Sanitise, siteUrl: string): ArticleSource {
  async function readAll(language: Language): Promise<Post[]> {
    const folder = join(directory, language)
    const files = (await readdir(folder)).filter((file) => file.endsWith('.md'))
    const posts = await Promise.all(
      files.map(async (file) => parsePost(basename(file, '.md'), language, await readFile(join(folder, file), 'utf8'))),
    )
    return posts.sort((one, other) => Date.parse(other.published_at) - Date.parse(one.published_at))
  }

  function parsePost(slug: string, language: Language, source: string): Post {
    const [, head, body] = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(source) ?? []
    const parsed = frontMatter.safeParse(readYaml(head ?? ''))
    if (!parsed.success || body === undefined) {
      const issue = parsed.error?.issues[0]
      throw new Error(
        `${language}/${slug}.md: ${issue ? `${issue.path.join('.')}: ${issue.message}` : 'no front matter'}`,
      )
    }
    const { title, excerpt, published_at, updated_at, authors, tags } = parsed.data
    const topical = tags.map(toTag)
    const visibility = parseVisibility(parsed.data.visibility)
    const html = sanitise(
      markdown.parse(visibility === 'public' ? body : publicPartOf(body), { async: false }),
      language,
    )
    return {
      id: `${language}-${slug}`,
      slug,
      title,
      excerpt: parsed.data.custom_excerpt || excerpt,
      html,
      feature_image: parsed.data.feature_image ?? null,
      published_at,
      updated_at: updated_at ?? null,
      reading_time: Math.round(body.split(/\s+/).length / wordsPerMinute),
      authors: authors.map((name) => ({ name })),
      tags: topical,
      primary_tag: topical[0] ?? null,
      visibility,
      access: visibility === 'public',
      ...parseMetadata(parsed.data, { language, slug, siteUrl, sanitise, ...asWritten }),
    }
  }

  return {
    list: (language) => outcomeOf(() => readAll(language)),

    find: (language, slug) =>
      outcomeOf(async () => {
        const folder = join(directory, language)
        // By the folder's own list: a slug is never made into a path, and an invented one costs no more than this.
        const file = (await readdir(folder)).find((name) => name === `${slug}.md`)
        return file === undefined ? null : parsePost(slug, language, await readFile(join(folder, file), 'utf8'))
      }),
  }
}

async function outcomeOf<T>(read: () => Promise<T>): Promise<{ kind: 'read'; value: T } | Failure> {
  try {
    return { kind: 'read', value: await read() }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { kind: 'failed', message, type: 'MarkdownError', pauseSeconds: null, fault: 'call' }
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
  const slug = toSlug(name)
  return { id: slug, slug, name }
}

/** `Étude de cas` → `etude-de-cas`, as Ghost makes slugs. */
function toSlug(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
