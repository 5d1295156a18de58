import { setImmediate } from 'node:timers/promises'
import MiniSearch from 'minisearch'
import { type Post, topicalTags } from '../../../shared/post.ts'
import { versionOf } from '../cache/version.ts'
import { termsIn } from './terms.ts'
import { textOf } from './text.ts'

/** A post that has words of the query, and the terms by which it was found. */
export type Hit = { post: Post; terms: ReadonlySet<string> }

/** How much a word counts in a field, against one in the text. */
const weights = { title: 6, topics: 4, authors: 2, excerpt: 2, text: 1 }

type Fields = Record<keyof typeof weights, string> & { slug: string }

/** More terms of a query cost more, and tell hardly more. */
const mostTerms = 8
/** A term of so many letters also stands for longer words: several short ones would stand for most of a language. */
const leastPrefix = 3

/** Posts of so many UTF-16 code units take some milliseconds. */
const sliceLength = 32 * 1024

/** The words of a language's posts: an inverted index in memory, which holds no text. */
export function createIndex() {
  const index = new MiniSearch<Fields>({
    idField: 'slug',
    fields: Object.keys(weights),
    tokenize: termsIn,
    processTerm: (term) => term,
  })
  const posts = new Map<string, Post>()

  return {
    /** Indexes new and changed posts of a list in slices of a few milliseconds, between which requests are answered. */
    async update(list: readonly Post[]): Promise<void> {
      const next = new Map(list.map((post) => [post.slug, post]))
      for (const [slug, post] of posts) {
        const other = next.get(slug)
        if (other !== undefined && versionOf(other) === versionOf(post)) continue
        index.discard(slug)
        posts.delete(slug)
      }
      let length = 0
      for (const [slug, post] of next) {
        if (!posts.has(slug)) {
          index.add(fieldsOf(post))
          length += post.html.length
        }
        // Replaces equal content too, so that no earlier list is kept.
        posts.set(slug, post)
        if (length < sliceLength) continue
        length = 0
        await setImmediate()
      }
    },

    /** The posts that have all of a query's words, or their beginnings, or words that are almost the same; the best first. */
    find(query: string): Hit[] {
      const terms = [...new Set(termsIn(query))]
      const isAlone = terms.length === 1
      // An elided article, as in « l’archivage », is none of the words.
      const queries = isAlone ? terms : terms.filter((term) => term.length > 1).slice(0, mostTerms)
      if (queries.length === 0) return []
      const results = index.search(
        { combineWith: 'AND', queries },
        { boost: weights, prefix: ({ length }) => length >= leastPrefix || (isAlone && length > 1), fuzzy: mistakesIn },
      )
      return results.flatMap(({ id, match }) => {
        const post = posts.get(String(id))
        return post === undefined ? [] : [{ post, terms: new Set(Object.keys(match)) }]
      })
    },
  }
}

export type PostIndex = ReturnType<typeof createIndex>

/** How many letters of a term may be wrong, too many or missing; a short one would stand for other words. */
function mistakesIn({ length }: string): number {
  if (length < 5) return 0
  return length < 9 ? 1 : 2
}

function fieldsOf(post: Post): Fields {
  return {
    slug: post.slug,
    title: post.title,
    excerpt: post.excerpt,
    topics: topicalTags(post)
      .map(({ name }) => name)
      .join(' '),
    authors: post.authors.map(({ name }) => name).join(' '),
    text: textOf(post.html),
  }
}
