import { expect, it } from 'vitest'
import { createIndex } from './post-index.ts'
import { wordsIn } from './terms.ts'
import { textOf as textWithin } from './text.ts'
import type { Language } from '../../shared/language.ts'
import { authorNamed, storedPostOf } from '../../test/support/stored-post.ts'

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

async function indexOf(list = posts, language: Language = 'fr') {
  const index = createIndex(language)
  await index.update(list)
  return index
}

const slugs = (index: ReturnType<typeof createIndex>, query: string) => index.find(query).map(({ post }) => post.slug)

it.each<{ language: Language; spellings: string[] }>([
  { language: 'fr', spellings: ['antipourriel', 'anti-pourriel', 'anti pourriel', 'l’anti-pourriel', 'ANTIPOURRIELS'] },
  { language: 'fr', spellings: ['aujourd’hui', "aujourd'hui", 'aujourdhui', 'aujourd hui'] },
  { language: 'fr', spellings: ['client/serveur', 'client-serveur', 'clientserveur', 'client serveurs'] },
  { language: 'fr', spellings: ['R&D', 'R & D', 'RD', 'r.d.'] },
  { language: 'fr', spellings: ['C.V.', 'CV', 'du c.v.'] },
  { language: 'fr', spellings: ['25 000 $', '25000', '25\u00a0000', '25\u202f000 $', '25.000', '25,000'] },
  { language: 'fr', spellings: ['3,5 %', '3.5'] },
  { language: 'fr', spellings: ['loi', 'lois', 'la Loi'] },
  { language: 'fr', spellings: ['cheval', 'chevaux'] },
  { language: 'fr', spellings: ['travail', 'travaux'] },
  { language: 'fr', spellings: ['jeu', 'jeux'] },
  { language: 'fr', spellings: ['employé', 'employés', 'employée', 'employees'] },
  { language: 'en', spellings: ['law', 'laws'] },
  { language: 'en', spellings: ['policy', 'policies'] },
  { language: 'en', spellings: ['virus', 'viruses'] },
  { language: 'en', spellings: ['e-mail', 'email', 'emails', 'e-mails'] },
  { language: 'en', spellings: ['protection', 'protect', 'protecting'] },
])('finds and marks each of $spellings by any other', async ({ language, spellings }) => {
  for (const written of spellings) {
    const index = await indexOf([storedPostOf('post', { title: '', html: `<p>Un ${written} ici.</p>` })], language)
    for (const query of spellings) {
      const [hit] = index.find(query)
      const marked = hit?.extract().filter((part) => part.marked).length
      expect([written, query, marked]).toEqual([written, query, expect.any(Number)])
      expect([written, query, marked]).not.toEqual([written, query, 0])
    }
  }
})

it.each([
  ['accents', 'numeriser', ['preuve', 'registre']],
  ['case', 'PREUVE', ['preuve']],
  ['a beginning', 'munici', ['preuve']],
  ['a missing letter', 'vulnerabilty', ['registre']],
  ['two wrong letters in a long word', 'vulnerabelety', ['registre']],
  ['a ligature', 'coeur', ['sujet']],
  ['an elided article', 'l’archivage', ['sujet']],
  ['an author', 'zoe', ['sujet']],
  ['words that are not there', 'xylophone', []],
  ['signs', '!?', []],
  ['a language’s tag', 'fr', []],
  ['a question', 'Qu’est-ce que la numérisation des registres?', ['preuve']],
  ['a question in the other language', 'what are registres', ['preuve']],
  ['only words of a question', 'qui', []],
  ['words that no post has together', 'registres municipalité xylophone', ['preuve']],
  ['one word of two', 'preuve xylophone', ['preuve']],
  ['one word of three', 'preuve xylophone plutonium', []],
  ['other words whose parts are neighbours in no post', 'perdrepreuve', []],
])('finds posts by %s', async (_what, query, expected) => {
  expect(slugs(await indexOf(), query).toSorted()).toEqual(expected)
})

it('a misspelled word of a query matches words, not stems', async () => {
  const index = createIndex('fr')
  await index.update([storedPostOf('marge', { title: 'La marge' }), storedPostOf('mesure', { title: 'Le marégraphe' })])
  expect(slugs(index, 'marég')).toEqual(['mesure'])
})

it('finds question words if a query has no others', async () => {
  expect(slugs(await indexOf([storedPostOf('how', { title: 'Comment et pourquoi' })]), 'pourquoi')).toEqual(['how'])
})

it('a word in the title counts more than one in the text', async () => {
  const index = await indexOf([
    storedPostOf('text', { title: 'Autre chose', html: '<p>archives archives archives</p>' }),
    storedPostOf('title', { title: 'Les archives', html: '<p>Autre chose.</p>' }),
  ])
  expect(slugs(index, 'archives')).toEqual(['title', 'text'])
})

it('follows changes of the list', async () => {
  const [first, second, third] = posts as [(typeof posts)[0], (typeof posts)[0], (typeof posts)[0]]
  const index = await indexOf([first, second])
  await index.update([{ ...first, title: 'Un phare' }, third])
  expect(slugs(index, 'phare')).toEqual(['preuve'])
  expect(slugs(index, 'perdre')).toEqual([])
  expect(slugs(index, 'vulnerability')).toEqual([])
  expect(slugs(index, 'archivage')).toEqual(['sujet'])
})

it('indexes a long list in parts, without blocking requests', async () => {
  const index = createIndex('fr')
  const long = `<p>${'mot '.repeat(10_000)}</p>`
  let turns = 0
  const count = () => setImmediate(() => (turns++, isOver || count()))
  let isOver = false
  count()
  await index.update(Array.from({ length: 5 }, (_, number) => storedPostOf(`post-${number}`, { html: long })))
  isOver = true
  expect(turns).toBeGreaterThanOrEqual(4)
})

it('indexes the beginning of a very long post, without its inline pictures', async () => {
  const picture = `<img src="data:image/png;base64,${'A'.repeat(240_000)}" />`
  const index = await indexOf([
    storedPostOf('long', { html: `${picture}<p>phare</p>${'<p>mot</p>'.repeat(30_000)}<p>quai</p>` }),
  ])
  expect(['phare', 'quai'].map((word) => slugs(index, word))).toEqual([['long'], []])
})

it('beyond the limit of terms, only titles add new ones', async () => {
  const index = createIndex('fr', { length: 6_000_000, terms: 10 })
  await index.update([
    storedPostOf('long', {
      title: 'Titre',
      html: `<p>mot ${Array.from({ length: 20 }, (_, n) => `x${n}`).join(' ')}</p>`,
    }),
    storedPostOf('last', { title: 'Dernier phare', html: '<p>Mot et quai</p>' }),
  ])
  const found = ['mot', 'titre', 'phare', 'dernier mot', 'x19', 'quai'].map((query) => slugs(index, query))
  expect(found).toEqual([['last', 'long'], ['long'], ['last'], ['last'], [], []])
})

it('shortens the longest posts if all posts together exceed a limit', async () => {
  const index = createIndex('fr', { length: 10_000, terms: 100 })
  const html = `<p>${'mot '.repeat(220)}quai</p>`
  const long = Array.from({ length: 12 }, (_, number) => storedPostOf(`long-${number}`, { html }))
  const short = storedPostOf('short', { html: '<p>Un quai</p>' })
  await index.update([...long, short])
  expect(slugs(index, 'quai')).toEqual(['short'])
  await index.update([...long.slice(1, 10), short])
  expect(slugs(index, 'quai')).toHaveLength(10)
})

it('folds words, and joins those with a soft hyphen or an element inside', () => {
  const textOf = (html: string) => textWithin(html, 60_000)
  expect(wordsIn('Cœur, NUMÉRI\u00adSER… Straße ﬁn').map(({ term }) => term)).toEqual([
    'coeur',
    'numeriser',
    'strasse',
    'fin',
  ])
  expect(textOf('<p>num<b>éri</b>ser</p><p>R&amp;D &lt;a&gt;</p>')).toBe('numériser R&D <a>')
  expect(textOf(`<p>${'a'.repeat(59_990)}</p><p class="b">b</p>`)).toBe('a'.repeat(59_990))
  expect(textOf('<p>«\u00a0a&nbsp;»</p>\n<p>b</p>')).toBe('«\u00a0a\u00a0» b')
  expect(textOf('<p>l’<cite>Étranger</cite>, anti<ins>virus</ins></p>')).toBe('l’Étranger, antivirus')
})

it('does not index the site’s own texts about an embedded page', () => {
  const notice =
    '<p class="kg-embed-notice">Un tiers</p><p class="kg-embed-actions"><a href="https://b.example/">Ouvrir</a></p>'
  const html = `<p>a</p><div class="kg-embed"><p class="kg-embed-title">Film</p>${notice}</div>`
  expect(textWithin(html, 60_000)).toBe('a Film')
})
