import { setImmediate } from 'node:timers/promises'
import MiniSearch, { type SearchResult } from 'minisearch'
import type { Language } from '../../shared/language.ts'
import { type Post, topicalTags } from '../../shared/post.ts'
import type { ExtractPart } from '../../shared/search.ts'
import { versionOf } from '../posts/posts.ts'
import { extractOf } from './extract.ts'
import { questionWords } from './question-words.ts'
import { stems, type Word, wordsIn } from './terms.ts'
import { textOf } from './text.ts'

/** A post with words of the query, and the part of it that shows them. */
export type Hit = { post: Post; extract: () => ExtractPart[] }

/** The weights of a word in each field. */
const weights = { title: 6, topics: 4, authors: 2, excerpt: 2, text: 1 }

/** A part of a post: the first part has all fields, further parts have only text. */
type Part = Partial<Record<keyof typeof weights, string>> & { id: string; slug: string }

/** Limit of a post's HTML, in UTF-16 code units: three times a long article. */
const maxLength = 60_000
/** Limits of all posts of a language. Beyond `length`, the longest posts are cut; beyond `terms`, texts add no new terms. */
const maxTotal = { length: 6_000_000, terms: 100_000 }
/** Limit of a part's text. Indexing a part takes some milliseconds; requests are answered between two parts. */
const maxPartLength = 4000
/** Limit of the text that an extract is taken from, so that long posts are shown as fast as short ones. */
const maxExtracted = 6000

/** Limit of a query's words: more cost time, and hardly change the result. */
const maxWords = 8
/** Marks a stem that differs from its word. Misspelled and incomplete words of a query are compared with words only, not with stems. */
const stemMark = '~'
/** Minimum length of a term that also matches longer words: shorter terms would match most of a language. */
const minPrefix = 3

/** The words of a language's posts: an inverted index in memory, which holds no text. */
export function createIndex(language: Language, max = maxTotal) {
  const stemOf = (term: string) => stems[language].memo(term)
  const terms = new Set<string>()
  /** The hashes of pairs of neighbouring words. An index of these pairs would be larger than that of words. */
  const pairs = new Uint8Array(2 ** 20)
  const posts = new Map<string, { post: Post; length: number; ids: string[] }>()
  const index = new MiniSearch<Part>({
    fields: Object.keys(weights),
    storeFields: ['slug'],
    tokenize: termsIn,
    processTerm(term, field) {
      if (field === 'text' && terms.size >= max.terms && !terms.has(term)) return null
      terms.add(term)
      return term
    },
    searchOptions: { boost: weights, tokenize: (term) => [term], processTerm: (term) => term },
  })

  /** The terms of words and compounds, and the stems of words. */
  function termsIn(text: string): string[] {
    let last = ''
    return wordsIn(text).flatMap(({ term, parts }) => {
      if (parts > 1) return term
      const stem = stemOf(term)
      pairs[hashOf(last + stem)] = 1
      last = term
      return stem === term ? term : [term, stemMark + stem]
    })
  }

  /** The forms of a query's word that posts may contain: the word, a compound of it and its neighbours, its stem, or two words. */
  function spellingsOf({ start, end, term }: Word, words: readonly Word[]): string[][] {
    const written = words.filter((near) => near.start <= start && near.end >= end).map((near) => near.term)
    const withMark = (stem: string) => [stem, stemMark + stem]
    const splits = Array.from(term, (_letter, at) => [term.slice(0, at), stemOf(term.slice(at))])
    const known = splits.filter((split) => split.every(({ length }) => length > 1) && pairs[hashOf(split.join(''))])
    const stemmed = written.map(stemOf).flatMap(withMark)
    return [
      ...[...written, ...stemmed].map((spelling) => [spelling]),
      ...known.flatMap(([first = '', stem = '']) => withMark(stem).map((second) => [first, second])),
    ]
  }

  function extractFor({ html, excerpt }: Post, parts: readonly SearchResult[]): ExtractPart[] {
    const terms = new Set(parts.flatMap((part) => part.terms))
    const text = textOf(html, 2 * maxExtracted).slice(0, maxExtracted) || excerpt
    return extractOf(text, ({ term }) => terms.has(term) || terms.has(stemMark + stemOf(term)))
  }

  return {
    /** Indexes new and changed posts of a list, in parts between which requests are answered. If the limit of terms was reached, it indexes all posts again. */
    async update(list: readonly Post[]): Promise<void> {
      if (terms.size >= max.terms) {
        terms.clear()
        posts.clear()
        index.removeAll()
      }
      const limit = lengthLimit(list, max.length)
      const lengthOf = ({ html }: Post) => Math.min(html.length, limit)
      const added = new Map(list.map((post) => [post.slug, post]))
      for (const [slug, indexed] of posts) {
        const post = added.get(slug)
        if (post && versionOf(post) === versionOf(indexed.post) && lengthOf(post) === indexed.length) {
          // An equal post is replaced too, so that the earlier list is not kept in memory.
          indexed.post = post
          added.delete(slug)
        } else {
          index.discardAll(indexed.ids)
          posts.delete(slug)
        }
      }
      for (const [slug, post] of added) {
        const ids: string[] = []
        posts.set(slug, { post, length: lengthOf(post), ids })
        for (const part of partsOf(post, limit)) {
          index.add(part)
          ids.push(part.id)
          await setImmediate()
        }
      }
    },

    /** The posts with all words of a query; if there are none, those with the most words, at least half of them. The best come first. */
    find(query: string): Hit[] {
      const words = wordsIn(query, anything)
      const units = words.filter(({ parts }) => parts === 1)
      // A single letter does not count, such as the « l » of « l’archivage ».
      const significant = units.filter(({ term }) => term.length > 1 && !questionWords.has(term))
      const asked = (significant.length > 0 ? significant : units).slice(0, maxWords)
      const spellings = asked.map((word) => spellingsOf(word, words))
      const written = new Set(words.map(({ term }) => term))
      const minLength = asked.length === 1 ? 2 : minPrefix
      const results = index.search(
        { combineWith: 'OR', queries: [...new Set(spellings.flat(2))] },
        {
          prefix: (term) => written.has(term) && term.length >= minLength,
          fuzzy: (term) => (asked.some((word) => word.term === term) ? mistakesIn(term) : 0),
        },
      )
      const partsByPost = new Map<Post, SearchResult[]>()
      for (const part of results) {
        const post = posts.get(String(part.slug))?.post
        if (post) partsByPost.set(post, [...(partsByPost.get(post) ?? []), part])
      }
      const hits = [...partsByPost].map(([post, parts]) => {
        const found = parts.flatMap(({ queryTerms }) => queryTerms)
        const has = (spelling: string[]) => spelling.every((term) => found.includes(term))
        const count = spellings.filter((word) => word.some(has)).length
        const score = parts.reduce((total, part) => total + part.score, 0)
        return { post, count, score, extract: () => extractFor(post, parts) }
      })
      const count = Math.max(asked.length / 2, ...hits.map((hit) => hit.count))
      return hits.filter((hit) => hit.count === count).sort((a, b) => b.score - a.score)
    },
  }
}

export type PostIndex = ReturnType<typeof createIndex>

/** How many letters of a term may be wrong, added or missing. None in short terms and numbers, which would match others. */
function mistakesIn(term: string): number {
  if (term.length < 5 || /\d/.test(term)) return 0
  return term.length < 9 ? 1 : 2
}

/** The upper 20 bits of FNV-1a. If two pairs have the same hash, a split is searched for in vain. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 12
}

/** How much of each post is indexed, so that all of them together keep to their limit. */
function lengthLimit(list: readonly Post[], maxTotalLength: number): number {
  let limit = maxLength
  while (list.reduce((total, { html }) => total + Math.min(html.length, limit), 0) > maxTotalLength) limit *= 0.8
  return limit
}

/** A post may write neighbouring words of a query as one word, so they are joined whatever separates them. */
const anything = /^/
const piece = new RegExp(`.{1,${maxPartLength}}(?:\\s|$)|.{${maxPartLength}}`, 'gs')

function partsOf(post: Post, limit: number): Part[] {
  const topics = topicalTags(post).map(({ name }) => name)
  const authors = post.authors.map(({ name }) => name)
  const names = { title: post.title, excerpt: post.excerpt, topics: topics.join(' '), authors: authors.join(' ') }
  const texts = textOf(post.html, limit).match(piece) ?? ['']
  return texts.map((text, part) => ({ id: `${post.slug} ${part}`, slug: post.slug, text, ...(part === 0 && names) }))
}
