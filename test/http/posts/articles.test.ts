import request from 'supertest'
import { expect, it } from 'vitest'
import { localise } from '../../../shared/language.ts'
import { fakePost, tags } from '../../support/fake-ghost.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'
import { startSiteWithGhost } from '../../support/start-site.ts'
import { elements, headOf, textOf } from '../support/html.ts'
import { textIn } from '../support/texts.ts'

const ia = { id: 't5', slug: 'ia', name: 'IA et données' }
const authors = ['Camille Lefèvre', 'Ada Byron'].map((name) => ({ name, slug: name }))
const inLanguages = [
  { language: 'fr', published: '2026-09-22T03:59:59.000Z', date: '21 septembre 2026' },
  { language: 'en', published: '2026-09-22T04:00:00.000Z', date: 'September 22, 2026' },
] as const

const { site } = await shareSiteWithGhost(
  inLanguages.flatMap(({ language, published }) => [
    fakePost(`illustre-${language}`, {
      title: `Un titre & un «\u00a0autre\u00a0» (${language})`,
      published_at: published,
      authors,
      feature_image: '/content/images/photo.png',
      html: '<p>Un <strong>corps</strong>.</p><h2>Une partie</h2>',
      tags: [tags[language], tags.internal, tags.strategie, ia],
    }),
    fakePost(`nu-${language}`, { title: `Titre nu (${language})`, tags: [tags[language], tags.internal] }),
  ]),
)
const get = async (path: string, cookie = '') => (await request(site.app).get(path).set('Cookie', cookie)).text
for (const path of ['/blog', '/en/blog']) await get(path)

it.each(inLanguages)(
  'an article in $language has its title, date, first author, picture, body and topics',
  async (row) => {
    const { language, published, date } = row
    const text = await get(localise(`/blog/illustre-${language}`, language))
    const title = `Un titre & un «\u00a0autre\u00a0» (${language})`
    expect(elements(text, 'h1').map((heading) => heading.text)).toEqual([title])
    expect(headOf(text).titles[0]).toContain(title)
    expect(headOf(text).meta.description).toBe(`Extrait de illustre-${language}.`)
    expect(elements(text, 'time')).toMatchObject([{ text: date, attributes: { datetime: published } }])
    const [article] = elements(text, 'article')
    expect(article?.text).toContain('Camille Lefèvre')
    expect(article?.text).not.toContain('Ada Byron')
    expect(article?.inner).toContain('<p>Un <strong>corps</strong>.</p><h2>Une partie</h2>')
    const picture = '/media/content/images/size/w1600/format/webp/photo.png'
    expect(elements(text, 'img').map(({ attributes }) => attributes.src)).toEqual([picture])
    expect(elements(article?.inner ?? '', 'li').map((item) => item.text)).toEqual(['Stratégie', 'IA et données'])
  },
)

it.each(inLanguages)('the list in $language has a card for each post, then the newsletter block', async (row) => {
  const { language, published, date } = row
  const text = await get(localise('/blog', language))
  const cards = elements(text, 'article').map(({ inner, text }) => ({
    links: elements(elements(inner, 'h2')[0]?.inner ?? '', 'a').map(({ text, attributes }) => [text, attributes.href]),
    pictures: elements(inner, 'img').length,
    times: elements(inner, 'time').map(({ text, attributes }) => [text, attributes.datetime]),
    text,
  }))
  const [title, bare] = [`Un titre & un «\u00a0autre\u00a0» (${language})`, `Titre nu (${language})`]
  expect(cards).toMatchObject([
    { links: [[title, localise(`/blog/illustre-${language}`, language)]], pictures: 1, times: [[date, published]] },
    { links: [[bare, localise(`/blog/nu-${language}`, language)]], pictures: 0 },
  ])
  const [card, bareCard] = cards.map((card) => card.text)
  // The label comes first: the first topic, never a language or an internal tag.
  expect(card?.startsWith(`Stratégie ${title}`)).toBe(true)
  for (const part of [`Extrait de illustre-${language}.`, 'Camille Lefèvre']) expect(card).toContain(part)
  expect(card).not.toContain('Ada Byron')
  expect(bareCard?.startsWith(bare)).toBe(true)
  const [form] = elements(text.slice(text.lastIndexOf('</article>')), 'form')
  expect(form?.attributes).toMatchObject({ method: 'post', action: '/api/newsletter' })
  const input = elements(form?.inner ?? '', 'input').find(({ attributes }) => attributes.type === 'email')
  expect(input?.attributes).toMatchObject({ name: 'email', required: '' })
  const t = (key: string) => textIn(language, 'blog', `newsletter.${key}`)
  expect(elements(form?.inner ?? '', 'button').map((button) => button.text)).toEqual([t('button')])
  for (const key of ['title', 'description']) expect(textOf(text)).toContain(t(key))
})

it('an article without a topic has no label', async () => {
  const [article] = elements(await get('/blog/nu-fr'), 'article')
  expect(article?.text.startsWith(`${textIn('fr', 'blog', 'back')} Titre nu`)).toBe(true)
  expect(article?.text).not.toMatch(/#campagne|\ben\b/)
})

const other = (lang: 'fr' | 'en', title: string, href: string) => ({ text: title, attributes: { href, lang } })

it.each([
  { path: '/en/blog/nu-fr', language: 'en', link: other('fr', 'Titre nu (fr)', '/fr/blog/nu-fr') },
  { path: '/blog/nu-fr', cookie: 'en', language: 'en', link: other('fr', 'Titre nu (fr)', '/fr/blog/nu-fr') },
  { path: '/blog/nu-en', language: 'fr', link: other('en', 'Titre nu (en)', '/en/blog/nu-en') },
  { path: '/blog/unknown', language: 'fr' },
  { path: '/blog/unknown', cookie: 'en', language: 'en' },
  { path: '/en/blog/unknown', language: 'en' },
] as const)('answers 404 for $path, which has no article in $language, and links to the other one', async (row) => {
  const { path, language } = row
  const cookie = 'cookie' in row ? `i18next=${row.cookie}` : ''
  const { text, status } = await request(site.app).get(path).set('Cookie', cookie)
  const t = (key: string) => textIn(language, 'blog', `notFound.${key}`)
  expect(status).toBe(404)
  expect(elements(text, 'h1').map((heading) => heading.text)).toEqual([t('title')])
  expect(textOf(text)).toContain(t('description'))
  expect(headOf(text)).toMatchObject({ language, canonical: [], meta: { robots: 'noindex' } })
  const links = elements(text, 'a')
  const ways = links.filter((link) => link.text === t('back'))
  expect(ways.map(({ attributes }) => attributes.href)).toEqual([localise('/blog', language)])
  const found = links.filter(({ attributes: { hreflang, lang } }) => hreflang !== undefined && lang === hreflang)
  expect(found).toMatchObject('link' in row ? [row.link] : [])
})

it('an empty list has a notice, and is cached', async () => {
  const { site } = await startSiteWithGhost([])
  const answer = await request(site.app).get('/en/blog').expect(200)
  expect(elements(answer.text, 'main')[0]?.text).toContain(textIn('en', 'blog', 'empty'))
  expect(answer.get('Cache-Control')).toMatch(/s-maxage/)
})
