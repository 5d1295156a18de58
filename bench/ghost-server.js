// The tests' Ghost in its own process: `node bench/ghost-server.js <posts per language> <delay of each call in ms>`, a hundred posts a
// page. It sends its address to its parent, publishes the posts that the parent sends, and answers each message with numbers of calls.
import { runnerImport } from 'vite'

const options = { configFile: false, oxc: { target: 'es2022' } }
const { module: fake } = await runnerImport('./test/support/fake-ghost.ts', options)
const [postsPerLanguage, delayMs] = process.argv.slice(2).map(Number)

const words =
  'archive greffe récolement notice fonds dossier versement conservation métadonnée nordet rivière côte'.split(' ')

/** Pseudo-random words, the same in each run. Real texts do not repeat themselves, so only their words compress. */
function textOf(seed, count) {
  let state = seed + 1
  return Array.from({ length: count }, () => {
    state = (state * 48_271) % 2_147_483_647
    return `${words[state % words.length]}${state % 97}`
  }).join(' ')
}

function postOf(index, language) {
  const topic = { id: `topic-${index % 20}`, slug: `theme-${index % 20}`, name: `Thème ${index % 20}` }
  const date = new Date(Date.UTC(2026, 9, 1) - index * 3_600_000).toISOString()
  return fake.fakePost(`article-${language}-${index}`, {
    title: `Article ${index} : ${textOf(index, 5)}`,
    html: Array.from({ length: 8 }, (_, part) => `<p>${textOf(index * 10 + part, 60)}</p>`).join(''),
    excerpt: textOf(index, 30),
    published_at: date,
    updated_at: date,
    tags: [fake.tags[language], topic],
  })
}

const ghost = await fake.startFakeGhost(
  ['fr', 'en'].flatMap((language) => Array.from({ length: postsPerLanguage }, (_, index) => postOf(index, language))),
)
ghost.state.delayMs = delayMs

/** The numbers of calls: for the first page of the French list, for any page of a list, and for single articles. */
function countCalls() {
  const queries = ghost.calls.map(({ searchParams }) => Object.fromEntries(searchParams))
  const fr = queries.filter(({ filter, page = '1' }) => filter === 'tag:fr' && page === '1').length
  const articles = queries.filter(({ filter }) => filter.startsWith('slug:')).length
  return { fr, articles, pages: queries.length - articles }
}
process.on('message', (message) => {
  if (message !== 'calls')
    ghost.state.posts.unshift(fake.fakePost(message.slug, { html: message.html, tags: [fake.tags.fr] }))
  process.send(countCalls())
})
process.send(ghost.url)
