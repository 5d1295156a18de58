import request from 'supertest'
import { expect, it } from 'vitest'
import { type Language, languages, localise } from '../../../shared/language.ts'
import { fakePost, tags } from '../../support/fake-ghost.ts'
import { startSiteWithGhost } from '../../support/start-site.ts'
import { posts } from '../support/addresses.ts'
import { elements, headOf, textOf } from '../support/html.ts'
import { textIn } from '../support/texts.ts'

const ia = { id: 't5', slug: 'ia', name: 'IA et données' }
const authors = ['Camille Lefèvre', 'Ada Byron'].map((name) => ({ name, slug: name }))

it.each([
  { language: 'fr', published: '2026-09-22T03:59:59.000Z', date: '21 septembre 2026' },
  { language: 'en', published: '2026-09-22T04:00:00.000Z', date: 'September 22, 2026' },
] as const)('dates what was published at $published "$date" in $language', async ({ language, published, date }) => {
  const { site } = await startSiteWithGhost([
    fakePost('un-article', { published_at: published, tags: [tags[language]] }),
  ])
  for (const path of ['/blog', '/blog/un-article']) {
    const { text } = await request(site.app).get(localise(path, language))
    expect(elements(text, 'time').map((time) => time.text)).toEqual([date])
    expect(elements(text, 'time')[0]?.attributes.datetime).toBe(published)
  }
})

it.each(languages)('shows an article in %s: title, first author, picture, body, tags', async (language) => {
  const post = fakePost('a', {
    title: 'Un titre & un «\u00a0autre\u00a0»',
    authors,
    feature_image: '/content/images/photo.png',
    html: '<p>Un <strong>corps</strong>.</p><h2>Une partie</h2>',
    tags: [tags[language], tags.internal, tags.strategie, ia],
  })
  const { site } = await startSiteWithGhost([post])
  const { text, status } = await request(site.app).get(localise('/blog/a', language))
  expect(status).toBe(200)
  expect(elements(text, 'h1').map((heading) => heading.text)).toEqual([post.title])
  expect(headOf(text).titles[0]).toContain(post.title)
  expect(headOf(text).meta.description).toBe(post.excerpt)
  const [article] = elements(text, 'article')
  expect(article?.text).toContain('Camille Lefèvre')
  expect(article?.text).not.toContain('Ada Byron')
  expect(article?.inner).toContain('<p>Un <strong>corps</strong>.</p><h2>Une partie</h2>')
  expect(elements(text, 'img').map(({ attributes }) => attributes.src)).toEqual([
    '/media/content/images/size/w1600/format/webp/photo.png',
  ])
  expect(elements(article?.inner ?? '', 'li').map((item) => item.text)).toEqual(['Stratégie', 'IA et données'])
})

it.each(languages)('shows a card for each post in %s, then the subscribe block', async (language) => {
  const both = [1, 2].map((number) =>
    fakePost(`article-${number}`, { authors, tags: [tags[language], tags.strategie], title: `Titre ${number}` }),
  )
  const { site } = await startSiteWithGhost(both)
  const { text } = await request(site.app).get(localise('/blog', language))
  const cards = elements(text, 'article')
  expect(cards).toHaveLength(2)
  for (const [index, post] of both.entries()) {
    const card = cards[index]
    const [link] = elements(elements(card?.inner ?? '', 'h2')[0]?.inner ?? '', 'a')
    expect(link).toMatchObject({ text: post.title, attributes: { href: localise(`/blog/${post.slug}`, language) } })
    for (const part of [post.excerpt, 'Camille Lefèvre', 'Stratégie']) expect(card?.text).toContain(part)
    expect(card?.text).not.toContain('Ada Byron')
    expect(elements(card?.inner ?? '', 'img')).toEqual([])
  }
  const [form] = elements(text.slice(text.lastIndexOf('</article>')), 'form')
  expect(form?.attributes).toMatchObject({ method: 'post', action: '/api/newsletter' })
  const input = elements(form?.inner ?? '', 'input').find(({ attributes }) => attributes.type === 'email')
  expect(input?.attributes).toMatchObject({ name: 'email', required: '' })
  const t = (key: string) => textIn(language, 'blog', `newsletter.${key}`)
  expect(elements(form?.inner ?? '', 'button').map((button) => button.text)).toEqual([t('button')])
  for (const key of ['title', 'description']) expect(textOf(text)).toContain(t(key))
})

it.each([
  { name: 'not an internal tag', all: [tags.internal, tags.fr, ia], label: 'IA et données' },
  { name: 'nothing if there is no topic', all: [tags.fr, tags.internal], label: '' },
])('labels a post with $name', async ({ all, label }) => {
  const { site } = await startSiteWithGhost([fakePost('a', { title: 'Titre', tags: all })])
  const [card] = elements((await request(site.app).get('/blog')).text, 'article')
  const [article] = elements((await request(site.app).get('/blog/a')).text, 'article')
  expect(card?.text.startsWith(`${label} Titre`.trim())).toBe(true)
  expect(article?.text.startsWith(`${textIn('fr', 'blog', 'back')} ${label} Titre`.replace('  ', ' '))).toBe(true)
  for (const text of [card?.text, article?.text]) expect(text).not.toMatch(/#campagne|\b(fr|en)\b/)
})

it.each<{ path: string; language: Language }>([
  { path: '/en/blog/un-article', language: 'en' },
  { path: '/blog/an-article', language: 'fr' },
  { path: '/blog/unknown', language: 'fr' },
  { path: '/en/blog/unknown', language: 'en' },
])('does not find $path, which does not exist in $language', async ({ path, language }) => {
  const { site } = await startSiteWithGhost(posts)
  const { text, status } = await request(site.app).get(path)
  const t = (key: string) => textIn(language, 'blog', `notFound.${key}`)
  expect(status).toBe(404)
  expect(elements(text, 'h1').map((heading) => heading.text)).toEqual([t('title')])
  expect(textOf(text)).toContain(t('description'))
  expect(headOf(text)).toMatchObject({ language, canonical: [], meta: { robots: 'noindex' } })
  const ways = elements(text, 'a').filter((link) => link.text === t('back'))
  expect(ways.map(({ attributes }) => attributes.href)).toEqual([localise('/blog', language)])
})

it('leads from an address in the language that lacks the article to the language that has it', async () => {
  const french = fakePost('loi-25', { title: 'La loi 25' })
  const english = fakePost('law-25', { title: 'Law 25', tags: [tags.en] })
  const { site } = await startSiteWithGhost([french, english])
  await Promise.all(['/blog', '/en/blog'].map((path) => request(site.app).get(path)))
  const linkIn = async (path: string, cookie = '') => {
    const { text } = await request(site.app).get(path).set('Cookie', cookie).expect(404)
    return elements(text, 'a').find(
      ({ attributes }) => attributes.hreflang !== undefined && attributes.lang !== undefined,
    )
  }
  expect(await linkIn('/blog/loi-25', 'i18next=en')).toMatchObject({
    text: french.title,
    attributes: { href: '/fr/blog/loi-25', lang: 'fr', hreflang: 'fr' },
  })
  expect(await linkIn('/blog/law-25')).toMatchObject({
    text: english.title,
    attributes: { href: '/en/blog/law-25', lang: 'en', hreflang: 'en' },
  })
  expect(await linkIn('/blog/unknown', 'i18next=en')).toBeUndefined()
  await request(site.app).get('/fr/blog/loi-25').expect(302).expect('Location', '/blog/loi-25')
})

it('says that there are no articles if Ghost has none', async () => {
  const { site } = await startSiteWithGhost([])
  const answer = await request(site.app).get('/en/blog')
  expect(answer.status).toBe(200)
  expect(elements(answer.text, 'main')[0]?.text).toContain(textIn('en', 'blog', 'empty'))
  expect(answer.get('Cache-Control')).toMatch(/s-maxage/)
})
