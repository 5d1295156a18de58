import request from 'supertest'
import { expect, it } from 'vitest'
import { type Language, localise } from '../../../shared/language.ts'
import { fakePost, tags } from '../../support/fake-ghost.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'
import { startSiteWithGhost } from '../../support/start-site.ts'
import { elements, headOf, textOf } from '../support/html.ts'
import { textIn } from '../support/texts.ts'

const html = '<p>Avant de numériser, on dresse un inventaire des registres.</p>'
const posts = [
  fakePost('numeriser', { title: 'Numériser <em>des</em> registres', html }),
  fakePost('secret', { title: 'Un texte réservé', html: '', access: false, visibility: 'paid' }),
  fakePost('lighthouse', { title: 'A lighthouse', html: '<p>On vulnerability.</p>', tags: [tags.en, tags.strategie] }),
]
const { site, ghost } = await shareSiteWithGhost(posts)
const tooLong = 'x'.repeat(101)
const ask = (path: string) => request(site.app).get(path)
const search = (q: string, lang = 'fr') => ask(`/api/search?${new URLSearchParams({ lang, q })}`)

it.each([
  { what: 'the words', path: '/api/search?lang=fr&q=registres', status: 200 },
  { what: 'no words', path: '/api/search?lang=fr', status: 200 },
  { what: 'a hundred characters', path: `/api/search?lang=fr&q=${tooLong.slice(1)}`, status: 200 },
  { what: 'too many characters', path: `/api/search?lang=fr&q=${tooLong}`, status: 400, says: /^q: .*100/, field: 'q' },
  { what: 'no language', path: '/api/search?q=registres', status: 400, says: /^lang: /, field: 'lang' },
  { what: 'another language', path: '/api/search?lang=de&q=registres', status: 400, says: /^lang: /, field: 'lang' },
  { what: 'two languages', path: '/api/search?lang=fr&lang=en&q=a', status: 400, says: /^lang: /, field: 'lang' },
])('the API answers $what with $status', async ({ path, status, says, field }) => {
  const { body } = await ask(path).expect(status)
  if (says) {
    expect(body).toEqual({ errors: [{ message: expect.stringMatching(says), type: 'BadRequestError', field }] })
  } else {
    expect(body).toEqual({ posts: expect.any(Array), meta: expect.objectContaining({ topics: expect.any(Array) }) })
  }
})

it('finds only posts of the language, as in lists, with an extract that marks the words', async () => {
  const { body } = await search('numerisr')
  expect(body.meta.pagination.total).toBe(1)
  expect(body.posts).toEqual([
    expect.objectContaining({ slug: 'numeriser', title: 'Numériser <em>des</em> registres' }),
  ])
  expect(body.posts[0]).not.toHaveProperty('html')
  expect(body.posts[0].extract).toContainEqual({ text: 'numériser', marked: true })
  expect((await search('vulnerabilty')).body.posts).toEqual([])
  expect((await search('vulnerabilty', 'en')).body.posts).toEqual([expect.objectContaining({ slug: 'lighthouse' })])
})

it.each([
  { language: 'fr', words: 'registre', title: 'Numériser <em>des</em> registres' },
  { language: 'en', words: 'lighthose', title: 'A lighthouse' },
] as const)(
  'the page in $language has results without script, and is not indexed',
  async ({ language, words, title }) => {
    const { text, headers } = await ask(`${localise('/blog', language)}?q=${words}`).expect(200)
    const main = elements(text, 'main')[0]?.inner ?? ''
    expect(elements(main, 'h3').map((heading) => heading.text)).toEqual([title])
    expect(elements(main, 'input').find(({ attributes }) => attributes.name === 'q')?.attributes.value).toBe(words)
    expect(textOf(main)).toContain(
      textIn(language, 'search', 'found_one').replace('{{count}}', '1').replace('{{words}}', words),
    )
    expect(headOf(text)).toMatchObject({ language, canonical: [], meta: { robots: 'noindex' } })
    expect(headers['cache-control']).toBe('private, no-cache')
    expect(headers['cache-status']).toMatch(/^posts; (hit|fwd=(miss|stale)), pages; fwd=miss$/)
    expect(headers.vary).toBe(language === 'fr' ? 'Accept-Encoding, Cookie' : 'Accept-Encoding')
    await ask(`${localise('/blog', language)}?q=${words}`)
      .set('If-None-Match', headers.etag ?? '')
      .expect(304)
  },
)

it('answers all too long queries with one cached 400 page that names the limit', async () => {
  const { text, headers } = await ask(`/blog?q=${tooLong}`).expect(400)
  expect(textOf(text)).toContain('100 caractères')
  expect(text).not.toContain(tooLong)
  expect(headers['cache-control']).toBe('no-store')
  const again = await ask(`/blog?q=${'autre '.repeat(20)}`).expect(400)
  expect(again.text).toBe(text)
  expect(again.headers['cache-status']).toContain('pages; hit')
})

it.each(['/blog?q=', '/blog?q=%20%00%E2%80%8B', '/blog?p=registre'])('%s is the list', async (path) => {
  const { text } = await ask(path).expect(200)
  expect(text).toContain('rel="canonical"')
  expect(elements(text, 'article').length).toBe(2)
})

it.each([
  ['nothinglikethis', 'nothinglikethis', 'en'],
  ['<script>alert(1)</script>', '<script>alert(1)</script>', 'fr'],
  ['"><img src=x onerror=alert(1)>', '"><img src=x onerror=alert(1)>', 'fr'],
  ['\u202e\u0000\u0007abc', 'abc', 'fr'],
  ['</title><script>', '</title><script>', 'fr'],
  ['$&', '$&', 'fr'],
  ['{{words}}', '{{words}}', 'fr'],
] as const)(
  'if nothing is found for %j, the page says so with these words and offers topics',
  async (q, shown, language) => {
    const { text } = await ask(`${localise('/blog', language)}?${new URLSearchParams({ q })}`).expect(200)
    expect(text).not.toMatch(/<script>alert|<img src=x|<\/title><script>|\u202e|\u0000|\u0007/)
    expect(elements(text, 'input').find(({ attributes }) => attributes.name === 'q')?.attributes.value).toBe(shown)
    expect(textOf(text)).toContain(textIn(language, 'search', 'nothing').replace('{{words}}', () => shown))
    const [main] = elements(text, 'main')
    expect(main?.inner).toContain(`href="${localise('/blog/tag/strategie', language)}"`)
    expect(headOf(text).meta.robots).toBe('noindex')
  },
)

it.each<{ path: string; language: Language; status: number }>([
  { path: '/en/blog', language: 'en', status: 200 },
  { path: '/blog/tag/strategie', language: 'fr', status: 200 },
  { path: '/en/blog/author/camille', language: 'en', status: 200 },
  { path: '/blog/nothing', language: 'fr', status: 404 },
  { path: '/en/nothing', language: 'en', status: 404 },
])('$path has a labelled search field and a description of the search', async ({ path, language, status }) => {
  const { text } = await ask(path).expect(status)
  const form = elements(text, 'form').find(({ attributes }) => attributes.role === 'search')
  // A form without a method is sent with GET.
  expect(form?.attributes).toMatchObject({ action: localise('/blog', language) })
  expect(form?.attributes).not.toHaveProperty('method')
  expect(elements(form?.inner ?? '', 'button')).toHaveLength(1)
  const [input] = elements(form?.inner ?? '', 'input')
  expect(input?.attributes).toMatchObject({ name: 'q', maxlength: '100' })
  expect(elements(form?.inner ?? '', 'label').map(({ attributes, text: label }) => [attributes.for, label])).toEqual([
    [input?.attributes.id, textIn(language, 'common', 'search.label')],
  ])
  const link = elements(text, 'link').find(({ attributes }) => attributes.rel === 'search')
  const type = 'application/opensearchdescription+xml'
  expect(link?.attributes).toMatchObject({ href: localise('/opensearch.xml', language), type })
})

it.each(['fr', 'en'] as const)('the description in %s links to the results', async (language) => {
  const { headers, text } = await ask(localise('/opensearch.xml', language)).buffer(true).expect(200)
  expect(headers['content-type']).toBe('application/opensearchdescription+xml; charset=utf-8')
  expect(text).toContain(`${localise('/blog', language)}?q={searchTerms}`)
  expect(text).toContain(textIn(language, 'common', 'search.label'))
})

it('results are not cached, and do not evict pages from the cache', async () => {
  await ask('/blog')
  await ask('/blog')
  for (let number = 0; number < 50; number++) {
    const { headers } = await search(`invente${number}`)
    expect(headers['cache-control']).toBe('private, no-cache')
  }
  const again = await ask('/blog?q=invente1')
  expect(again.headers['cache-status']).toContain('pages; fwd=miss')
  expect((await ask('/blog')).headers['cache-status']).toContain('pages; hit')
  expect(ghost.calls.length).toBeLessThan(5)
})

it('finds newly published posts, and no longer unpublished ones', async () => {
  const { ghost: own, site: ownSite } = await startSiteWithGhost(posts, { POSTS_TTL_SECONDS: '0' })
  const found = async (q: string) =>
    (await request(ownSite.app).get(`/api/search?lang=fr&q=${q}`)).body.posts.map(({ slug }: { slug: string }) => slug)
  expect(await found('registres')).toEqual(['numeriser'])
  own.state.posts = [fakePost('phare', { title: 'Un phare' })]
  expect(await found('phare')).toEqual(['phare'])
  expect(await found('registres')).toEqual([])
})

it('reports that search is unavailable if Ghost is down and there is no copy', async () => {
  const { ghost: own, site: ownSite } = await startSiteWithGhost(posts)
  own.state.behaviour = 'answers 500'
  const first = await request(ownSite.app).get('/api/search?lang=fr&q=registres').expect(503)
  expect(first.headers['retry-after']).toMatch(/^\d+$/)
  const page = await request(ownSite.app).get('/blog?q=registres').expect(200)
  expect(page.headers['cache-control']).toBe('no-store')
  expect(textOf(page.text)).toContain(textIn('fr', 'search', 'unavailable'))
})
