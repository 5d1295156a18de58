import { Marked } from 'marked'
import { parse as parseYaml, YAMLParseError } from 'yaml'
import * as z from 'zod'
import { company } from '../../../shared/company.ts'
import type { Author, Post, Tag } from '../../../shared/post.ts'
import { plainText, type Sanitiser } from '../html/html.ts'
import { pairTag, parseVisibility, publicPartOf } from '../metadata/metadata.ts'
import { metadataFields } from '../../ghost/ghost.ts'
import { slugOf } from './slug.ts'
import type { PostFile } from './source.ts'

const text = z.string().nullish()

const frontMatter = z.object({
  custom_excerpt: text,
  ...metadataFields(text),
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
  /** `{{company}}` is the company. */
  authors: z.array(z.string().min(1)).min(1),
  tags: z.array(z.string().min(1)).default([]),
  /** The name that the two translations of an article share. */
  pair: z.string().min(1).optional(),
  featured: z.boolean().default(false),
})

/** Headings get ids, as in Ghost, for links and tables of contents. */
const markdown = new Marked({
  renderer: {
    heading({ tokens, depth }) {
      const html = this.parser.parseInline(tokens)
      return `<h${depth} id="${slugOf(html.replace(/<[^>]*>|&[^;]*;/g, ' '))}">${html}</h${depth}>\n`
    },
  },
})

/** Without a CMS, addresses stay as they are. */
const asWritten = (address: string) => address

/** As in Ghost. */
const wordsPerMinute = 275

/** Converts a file; the canonical URL stays as its author wrote it. Throws an error that names the file. */
export type ParsePost = (file: PostFile) => Post

export function createPostParser({ parseMetadata, sanitise, standfirstOf, typeset }: Sanitiser): ParsePost {
  function safeHtmlOf(body: string, { slug, language }: PostFile): string {
    try {
      return sanitise(markdown.parse(body, { async: false }), language)
    } catch (error) {
      // The second line of the parser's message asks for a bug report.
      const [line] = String(error).split('\n', 1)
      throw new Error(`${language}/${slug}.md: ${line}`, { cause: error })
    }
  }

  return (file) => {
    const { language, slug } = file
    const [, blank = '', head, body = ''] =
      /^\ufeff?((?:[ \t]*\r?\n)*)---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n([\s\S]*))?$/.exec(file.text) ?? []
    if (head === undefined) throw new Error(`${language}/${slug}.md: no front matter between two lines of ---`)
    const parsed = frontMatter.safeParse(withoutEmpty(readYaml(blank + head, `${language}/${slug}.md`)))
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      throw new Error(`${language}/${slug}.md: ${issue?.path.join('.') || 'the front matter'}: ${issue?.message}`)
    }
    const { title, excerpt, published_at, updated_at, authors, tags, pair, featured } = parsed.data
    const named = tags.map(toTag)
    const visibility = parseVisibility(parsed.data.visibility)
    const ownExcerpt = typeset(plainText(parsed.data.custom_excerpt || excerpt), language)
    const html = safeHtmlOf(visibility === 'public' ? body : publicPartOf(body), file)
    return {
      id: `${language}-${slug}`,
      slug,
      title: typeset(plainText(title), language),
      excerpt: ownExcerpt,
      html,
      standfirst: standfirstOf(ownExcerpt, html),
      feature_image: parsed.data.feature_image ?? null,
      published_at,
      updated_at: updated_at ?? null,
      reading_time: Math.round(body.split(/\s+/).length / wordsPerMinute),
      authors: authors.map(toAuthor),
      tags: pair === undefined ? named : [...named, pairTag(slugOf(pair))],
      primary_tag: named[0] ?? null,
      visibility,
      access: visibility === 'public',
      featured,
      permalink: null,
      ...parseMetadata(parsed.data, { language, sanitise, picture: asWritten }),
      canonical_url: parsed.data.canonical_url ?? null,
    }
  }
}

/** Empty fields count as missing. */
function withoutEmpty(front: unknown): unknown {
  if (typeof front !== 'object' || front === null || Array.isArray(front)) return front
  return Object.fromEntries(Object.entries(front).filter(([, value]) => value !== null))
}

/** Throws an error with the name of the file, the line in it, and the parser's message. */
function readYaml(text: string, file: string): unknown {
  try {
    // Warnings would bypass the log, and change nothing.
    return parseYaml(text, { logLevel: 'error' })
  } catch (error) {
    // The front matter begins in the second line.
    const line = error instanceof YAMLParseError && error.linePos ? `line ${error.linePos[0].line + 1}: ` : ''
    // The message goes on with the line and the text around it.
    const [words] = String(error instanceof Error ? error.message : error).split(/ at line \d|\n/, 1)
    throw new Error(`${file}: ${line}${words}`, { cause: error })
  }
}

function toAuthor(text: string): Author {
  const name = text === '{{company}}' ? company.name : text
  const nothingMore = { profile_image: null, bio: null, location: null, website: null }
  return { name: plainText(name), slug: slugOf(name) || null, ...nothingMore }
}

function toTag(name: string): Tag {
  const slug = slugOf(name)
  return { id: slug, slug, name: plainText(name) }
}
