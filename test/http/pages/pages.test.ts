import request from 'supertest'
import { expect, it } from 'vitest'
import { company } from '../../../shared/company.ts'
import { fakePost } from '../../support/fake-ghost.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'
import { startSite } from '../../support/start-site.ts'
import { languages } from '../../../shared/language.ts'
import { posts } from '../support/addresses.ts'
import { elements, headOf, textOf } from '../support/html.ts'
import { textIn } from '../support/texts.ts'

const siteUrl = 'https://www.site.example'

const env = { SITE_URL: siteUrl }
const { site } = await shareSiteWithGhost(posts, env)
const { site: paged } = await shareSiteWithGhost([...posts, fakePost('un-autre')], { ...env, BLOG_PAGE_SIZE: '1' })

// See every-page.test.ts for every page of one address.
it('the drawing of a further page of the list has its title as alternative text', async () => {
  const { meta } = headOf((await request(paged.app).get('/blog?page=2')).text)
  expect(meta).toMatchObject({
    'og:image': `${siteUrl}/share/fr-blog.png`,
    'og:image:alt': textIn('fr', 'blog', 'meta.title'),
  })
})

it('a screen without a drawing has the home page’s, without alternative text', async () => {
  const { meta } = headOf((await request(site.app).get('/nope').expect(404)).text)
  expect(meta['og:image']).toBe(`${siteUrl}/share/fr-home.png`)
  expect(meta['og:image:alt']).toBeUndefined()
})

it.each([
  { path: '/blog/un-article', language: 'fr' },
  { path: '/en/blog/an-article', language: 'en' },
])('links the article $path to no other version', async ({ path, language }) => {
  expect(headOf((await request(site.app).get(path)).text).alternates).toEqual({ [language]: siteUrl + path })
})

it.each(['/terms', '/en/terms'])('shows the terms in French at %s, as a page with no English version', async (path) => {
  const { text } = await request(site.app).get(path)
  const [content] = /<div lang="fr">[\s\S]*<\/main>/.exec(text) ?? ['']
  expect(elements(content, 'h1')[0]?.text).toBe(textIn('fr', 'terms', 'title'))
  expect(headOf(text).canonical).toEqual([`${siteUrl}/terms`])
  expect(headOf(text).alternates).toEqual({ fr: `${siteUrl}/terms`, 'x-default': `${siteUrl}/terms` })
})

it.each([
  { instant: '2027-01-01T04:59:59Z', year: '© 2026' },
  { instant: '2027-01-01T05:00:00Z', year: '© 2027' },
])('shows "$year" in the footer at $instant, by the company’s time zone', async ({ instant, year }) => {
  await using site = await startSite({}, () => Date.parse(instant))
  const { text } = await request(site.app).get('/en/about')
  expect(elements(text, 'footer')[0]?.text).toContain(`${year} ${company.name}`)
})

it('shows the new year on a page that was stored in the old one', async () => {
  let now = Date.parse('2026-12-31T12:00:00Z')
  await using site = await startSite({}, () => now)
  const before = await request(site.app).get('/ai')
  now = Date.parse('2027-01-02T12:00:00Z')
  const after = await request(site.app).get('/ai')
  const years = [before, after].map(({ text }) => /© (\d+)/.exec(textOf(text))?.[1])
  expect(years).toEqual(['2026', '2027'])
})

it.each(languages)('answers every article that it lists in %s, with no configuration at all', async (lang) => {
  await using site = await startSite()
  const { body } = await request(site.app).get('/api/posts').query({ lang })
  const listed: { slug: string; title: string }[] = body.posts
  expect(listed.length).toBeGreaterThan(0)
  for (const { slug, title } of listed) {
    const { text, status } = await request(site.app).get(`${lang === 'en' ? '/en' : ''}/blog/${slug}`)
    expect(status).toBe(200)
    expect(elements(text, 'h1').map((heading) => heading.text)).toEqual([title])
  }
})
