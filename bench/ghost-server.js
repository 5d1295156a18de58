// A process of its own: a Ghost 6 with so many posts a language, a hundred a page, each call after a while. Tells its parent its
// port, and whenever that says something how often what was asked for.
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const words =
  'archive greffe récolement notice fonds dossier versement conservation métadonnée nordet rivière côte'.split(' ')

/** Words by chance, the same ones each time: real texts do not repeat themselves, and compress by their words only. */
function textOf(seed, count) {
  let state = seed + 1
  return Array.from({ length: count }, () => {
    state = (state * 48_271) % 2_147_483_647
    return `${words[state % words.length]}${state % 97}`
  }).join(' ')
}

function postOf(index, language) {
  const id = `${language}-${index}`
  const topic = { id: `t${index % 20}`, slug: `theme-${index % 20}`, name: `Thème ${index % 20}` }
  const date = new Date(Date.UTC(2026, 9, 1) - index * 3_600_000).toISOString()
  return {
    id,
    slug: `article-${id}`,
    title: `Article ${index} : ${textOf(index, 5)}`,
    html: Array.from({ length: 8 }, (_, part) => `<p>${textOf(index * 10 + part, 60)}</p>`).join(''),
    excerpt: textOf(index, 30),
    feature_image: null,
    published_at: date,
    updated_at: date,
    reading_time: 3,
    visibility: 'public',
    access: true,
    authors: [{ id: 'a', name: 'Camille Lefèvre', slug: 'camille' }],
    tags: [{ id: language, slug: language, name: language }, topic],
    primary_tag: { id: language, slug: language, name: language },
  }
}

function serveGhost(count, delayMs) {
  const posts = Object.fromEntries(
    ['fr', 'en'].map((language) => [language, Array.from({ length: count }, (_, index) => postOf(index, language))]),
  )
  const calls = { fr: 0, en: 0, articles: 0, pages: 0 }
  const server = createServer(async (req, res) => {
    const query = new URL(req.url, 'http://ghost').searchParams
    const filter = query.get('filter') ?? ''
    const language = /tag:(fr|en)/.exec(filter)?.[1] ?? 'fr'
    const slug = /slug:'?([\w-]+)/.exec(filter)?.[1]
    const page = Number(query.get('page') ?? 1)
    if (slug) calls.articles += 1
    else {
      calls.pages += 1
      if (page === 1) calls[language] += 1
    }
    if (delayMs > 0) await sleep(delayMs)
    const found = slug ? posts[language].filter((post) => post.slug === slug) : posts[language]
    const pages = Math.max(1, Math.ceil(found.length / 100))
    const pagination = {
      page,
      limit: 100,
      pages,
      total: found.length,
      next: page < pages ? page + 1 : null,
      prev: null,
    }
    res.setHeader('Content-Type', 'application/json')
    res.end(JSON.stringify({ posts: found.slice((page - 1) * 100, page * 100), meta: { pagination } }))
  })
  process.on('message', () => process.send(calls))
  server.listen(0, '127.0.0.1', () => process.send(server.address().port))
}

serveGhost(...process.argv.slice(2).map(Number))
