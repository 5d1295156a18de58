import { expect, it } from 'vitest'
import { createIndex } from '../../server/posts/search/post-index.ts'
import { termsIn } from '../../server/posts/search/terms.ts'
import { textOf } from '../../server/posts/search/text.ts'
import { authorNamed, storedPostOf } from '../support/stored-post.ts'

const posts = [
  storedPostOf('preuve', {
    title: 'Numériser sans perdre la preuve',
    html: '<p>Des registres de la municipalité.</p>',
  }),
  storedPostOf('registre', {
    title: 'Un inventaire',
    html: '<p>On note ici la vulnerability et la numérisation.</p>',
  }),
  storedPostOf('sujet', {
    title: 'Sans mots',
    html: '<p>Rien.</p>',
    tags: [
      { id: '1', slug: 'fr', name: 'fr' },
      { id: '2', slug: 'coeur', name: 'Au cœur de l’archivage' },
    ],
    authors: [authorNamed('Zoé Tremblay')],
  }),
]

async function indexOf(list = posts) {
  const index = createIndex()
  await index.update(list)
  return index
}

const slugs = (index: ReturnType<typeof createIndex>, query: string) => index.find(query).map(({ post }) => post.slug)

it.each([
  ['accents', 'numeriser', 'preuve'],
  ['case', 'PREUVE', 'preuve'],
  ['a beginning', 'munici', 'preuve'],
  ['a missing letter', 'vulnerabilty', 'registre'],
  ['two wrong letters in a long word', 'vulnerabelety', 'registre'],
  ['a ligature', 'coeur', 'sujet'],
  ['an elided article', 'l’archivage', 'sujet'],
  ['an author', 'zoe', 'sujet'],
])('finds by %s', async (_what, query, slug) => {
  expect(slugs(await indexOf(), query)).toContain(slug)
})

it('finds nothing by a language’s tag, by words that are not there, or without a word', async () => {
  const index = await indexOf()
  for (const query of ['xylophone', '!?', '…', 'preuve xylophone'])
    expect([query, slugs(index, query)]).toEqual([query, []])
})

it('a word in the title counts more than one in the text', async () => {
  const index = await indexOf([
    storedPostOf('text', { title: 'Autre chose', html: '<p>archives archives archives</p>' }),
    storedPostOf('title', { title: 'Les archives', html: '<p>Autre chose.</p>' }),
  ])
  expect(slugs(index, 'archives')).toEqual(['title', 'text'])
})

it('follows the list: what was changed, added or withdrawn', async () => {
  const [first, second, third] = posts as [(typeof posts)[0], (typeof posts)[0], (typeof posts)[0]]
  const index = await indexOf([first, second])
  await index.update([{ ...first, title: 'Un phare' }, third])
  expect(slugs(index, 'phare')).toEqual(['preuve'])
  expect(slugs(index, 'perdre')).toEqual([])
  expect(slugs(index, 'vulnerability')).toEqual([])
  expect(slugs(index, 'archivage')).toEqual(['sujet'])
})

it('a list that is long is taken over in slices, between which others run', async () => {
  const index = createIndex()
  const long = `<p>${'mot '.repeat(10_000)}</p>`
  let turns = 0
  const count = () => setImmediate(() => (turns++, isOver || count()))
  let isOver = false
  count()
  await index.update(Array.from({ length: 5 }, (_, number) => storedPostOf(`post-${number}`, { html: long })))
  isOver = true
  expect(turns).toBeGreaterThanOrEqual(4)
})

it('reads the beginning of a very long post, in which a picture of the text itself takes no room', async () => {
  const picture = `<img src="data:image/png;base64,${'A'.repeat(240_000)}" />`
  const index = await indexOf([
    storedPostOf('long', { html: `${picture}<p>phare</p>${'<p>mot</p>'.repeat(30_000)}<p>quai</p>` }),
  ])
  expect(['phare', 'quai'].map((word) => slugs(index, word))).toEqual([['long'], []])
})

it('folds words, and keeps those that a soft hyphen or an element divides', () => {
  expect(termsIn('Cœur, NUMÉRI\u00adSER… Straße ﬁn')).toEqual(['coeur', 'numeriser', 'strasse', 'fin'])
  expect(textOf('<p>num<b>éri</b>ser</p><p>R&amp;D &lt;a&gt;</p>')).toBe('numériser R&D <a>')
  expect(textOf(`<p>${'a'.repeat(59_990)}</p><p class="b">b</p>`)).toBe('a'.repeat(59_990))
  expect(textOf('<p>«\u00a0a&nbsp;»</p>\n<p>b</p>')).toBe('«\u00a0a\u00a0» b')
  expect(textOf('<p>l’<cite>Étranger</cite>, anti<ins>virus</ins></p>')).toBe('l’Étranger, antivirus')
})

it('leaves out what the site says of an embedded page', () => {
  const notice =
    '<p class="kg-embed-notice">Un tiers</p><p class="kg-embed-actions"><a href="https://b.example/">Ouvrir</a></p>'
  expect(textOf(`<p>a</p><div class="kg-embed"><p class="kg-embed-title">Film</p>${notice}</div>`)).toBe('a Film')
})
