// `npm run measure -- search`: the memory and time of a search index, and the time of a search in it, without HTTP. Measures 1000 and
// 10 000 posts of a thousand words, 1000 posts of ten thousand words, and 210 posts of which 60 have 59 KB of different words.
// `npm run measure -- search 500` measures only 500 posts of a thousand words.
import { readdir, readFile } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createSearch } from '../dist/server/test-entry.js'
import { median } from './median.js'

const folder = 'content/posts/fr'
const wordsPerPost = 1000
const rounds = 50
/** The share of a text's words that repeat an earlier word of the same text. */
const ownWords = 0.3

/** A word, a prefix, a misspelling, several words, the maximum that counts, and a word that no post has. */
const queries = {
  'a word': 'archivage',
  'a beginning': 'num',
  'a wrong letter': 'vulnerabilte',
  'three words': 'plan incident preuve',
  'eight words': 'les données sont à la portée de tous ceux qui les demandent',
  nothing: 'xyzxyzxyz',
}

/** Numbers from 0 to 1, the same in each run (Park and Miller, 1988). */
function createRandom() {
  let state = 1
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}

/** The words of the articles in `content/`, about a thousand each. */
async function readWords() {
  const files = await readdir(folder)
  const texts = await Promise.all(files.map((file) => readFile(`${folder}/${file}`, 'utf8')))
  return texts.flatMap((text) => text.replace(/^---[\s\S]*?\n---/, '').match(/[\p{L}\p{N}]+/gu) ?? [])
}

/**
 * Continues a text with the statistics of a language: different words grow with the square root of the length (Heaps), others repeat
 * earlier ones, frequent ones more often (Simon). A thousand words have about 440 different ones, as in those articles.
 */
function createWriter(words) {
  const random = createRandom()
  const written = [...words]
  const known = new Set(words.map((word) => word.toLowerCase()))
  const rate = known.size / Math.sqrt(words.length)
  return (count) => {
    const start = written.length
    for (let at = start; at < start + count; at += 1) {
      const isNew = known.size < rate * Math.sqrt(at)
      const from = at > start && random() < ownWords ? start : 0
      const word = isNew ? `mot${known.size.toString(36)}` : written[from + Math.floor(random() * (at - from))]
      known.add(word)
      written.push(word)
    }
    return written.slice(start).join(' ')
  }
}

/** @param textOf the text of a post by its index; null: a text of `wordCount` words */
function makePosts(count, words, wordCount = wordsPerPost, textOf = () => null) {
  const write = createWriter(words)
  return Array.from({ length: count }, (_, index) => ({
    slug: `article-${index}`,
    title: write(8),
    excerpt: write(30),
    // A copy, since V8 keeps joined strings as trees of pieces.
    html: Buffer.from(`<p>${textOf(index) ?? write(wordCount)}</p>`).toString(),
    authors: [{ name: 'Camille Lefèvre' }],
    tags: [{ id: '1', slug: 'archivage', name: 'Archivage' }],
  }))
}

const mib = (bytes) => (bytes / 2 ** 20).toFixed(1)
const ms = (milliseconds) => milliseconds.toFixed(1)

function heapUsed() {
  globalThis.gc()
  return process.memoryUsage().heapUsed
}

/** 7 000 words that no other post has. */
const uniqueWords = (post) => Array.from({ length: 7000 }, (_, index) => `unique${post * 7000 + index}`).join(' ')

async function measure(name, posts) {
  const list = { kind: 'cached', value: posts, version: '1', freshness: 'hit' }
  const empty = { ...list, value: [] }
  const search = createSearch({ list: (language) => Promise.resolve(language === 'fr' ? list : empty) })
  const before = heapUsed()
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const began = performance.now()
  // A short list is indexed at the first search, a long one in advance.
  await search.prepare()
  await search.find('fr', queries.nothing)
  const builtMs = performance.now() - began
  delay.disable()
  console.log(
    `${name}: the index takes ${mib(heapUsed() - before)} MiB, is made in ${ms(builtMs)} ms, ` +
      `and holds up others for at most ${ms(delay.max / 1e6)} ms`,
  )
  for (const [name, query] of Object.entries(queries)) {
    const times = []
    let total = 0
    for (let round = 0; round < rounds; round += 1) {
      const start = performance.now()
      const answer = await search.find('fr', query)
      times.push(performance.now() - start)
      total = answer.results.total
    }
    console.log(
      `  ${name.padEnd(16)}${ms(median(times)).padStart(7)} ms, longest ${ms(Math.max(...times))} ms, ${total} found`,
    )
  }
}

const counts = process.argv.slice(2).map(Number)
const words = await readWords()
for (const count of counts.length > 0 ? counts : [1000, 10_000])
  await measure(`${count} posts of ${wordsPerPost} words`, makePosts(count, words))
if (counts.length === 0) {
  await measure('1000 posts of 10 000 words', makePosts(1000, words, 10_000))
  const mixed = makePosts(210, words, wordsPerPost, (post) => (post < 60 ? uniqueWords(post) : null))
  await measure('210 posts, 60 of which have 59 KB of different words', mixed)
}
