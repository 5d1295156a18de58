import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import request from 'supertest'
import { expect, it } from 'vitest'
import { type PageCacheStatus, unobserved } from '../../server/log/observer.ts'
import { fakePost, startFakeGhost, tags } from '../support/fake-ghost.ts'
import { shareSiteWithGhost } from '../support/share-site.ts'
import { startSite, startSiteWithGhost } from '../support/start-site.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { elements, headOf } from './support/html.ts'
import { textIn } from './support/texts.ts'

const siteUrl = 'https://www.nordet.example'
const law = { id: 't5', slug: 'loi-25', name: 'Loi 25 & <suite>' }
const posts = [
  fakePost('a', { tags: [tags.fr, tags.strategie, law] }),
  fakePost('b', { tags: [tags.fr, law, tags.internal] }),
  fakePost('c', { tags: [tags.fr] }),
  fakePost('d', { tags: [tags.en, tags.strategie] }),
  fakePost('tag', { tags: [tags.fr], title: 'Un article nommé tag' }),
]

const linksIn = (html: string) =>
  elements(html, 'h2').flatMap(({ inner }) => elements(inner, 'a').map(({ attributes }) => attributes.href))

const linksTo = (start: string, html: string) =>
  elements(html, 'a').flatMap(({ attributes: { href } }) => (href?.startsWith(start) ? [href] : []))

const { site } = await shareSiteWithGhost(posts, { SITE_URL: siteUrl, POSTS_WAIT_MS: '10000' })

it.each([
  { path: '/blog/tag/loi-25', language: 'fr', name: law.name, links: ['/blog/a', '/blog/b'] },
  { path: '/blog/tag/strategie', language: 'fr', name: 'Stratégie', links: ['/blog/a'] },
  { path: '/en/blog/tag/strategie', language: 'en', name: 'Stratégie', links: ['/en/blog/d'] },
] as const)('$path shows the posts of its topic', async ({ path, language, name, links }) => {
  const { text } = await request(site.app).get(path).expect(200)
  expect(elements(text, 'h1').map((heading) => heading.text)).toEqual([name])
  expect(linksIn(text)).toEqual(links)
  const { titles, meta, canonical } = headOf(text)
  expect(titles).toEqual([`${textIn(language, 'blog', 'tag.title').replace('{{name}}', name)} | Nordet`])
  expect(meta.description).toContain(name)
  expect(meta['og:type']).toBe('website')
  expect(canonical).toEqual([siteUrl + path])
})

it.each([
  ...['/blog/tag/inconnu', '/blog/tag/fr', '/blog/tag/en', '/blog/tag/hash-campagne', '/blog/tag/Loi-25'],
  ...['/en/blog/tag/loi-25', '/en/blog/tag/en', '/blog/tag/a%2Fb'],
])('%s is no topic: 404', async (path) => {
  const { text } = await request(site.app).get(path).expect(404)
  expect(elements(text, 'h1').map((heading) => heading.text)).toEqual(['Unexpected Application Error'])
  expect(headOf(text)).toMatchObject({ canonical: [], meta: { robots: 'noindex' } })
})

it('/blog/tag is the article of that name, or none', async () => {
  const { site } = await startSiteWithGhost(posts)
  const { text } = await request(site.app).get('/blog/tag').expect(200)
  expect(elements(text, 'h1').map((heading) => heading.text)).toEqual(['Un article nommé tag'])
  await request(site.app).get('/en/blog/tag').expect(404)
  await request(site.app).get('/blog/tag/').expect(301).expect('Location', '/blog/tag')
})

it('a topic names the other language’s version once that is known to exist, and only then', async () => {
  const { site } = await startSiteWithGhost(posts, { SITE_URL: siteUrl })
  const alternates = async (path: string) => headOf((await request(site.app).get(path).expect(200)).text).alternates
  const own = { fr: `${siteUrl}/blog/tag/strategie` }
  expect(await alternates('/blog/tag/strategie')).toEqual(own)
  await request(site.app).get('/en/blog').expect(200)
  const both = { ...own, en: `${siteUrl}/en/blog/tag/strategie`, 'x-default': own.fr }
  expect(await alternates('/blog/tag/strategie')).toEqual(both)
  expect(await alternates('/en/blog/tag/strategie')).toEqual(both)
  expect(await alternates('/blog/tag/loi-25')).toEqual({ fr: `${siteUrl}/blog/tag/loi-25` })
})

it('a topic by the fast path names the other language’s version once that list has gained its tag', async () => {
  let now = Date.now()
  const outcomes: PageCacheStatus[] = []
  const observer = { ...unobserved, onPage: (outcome: PageCacheStatus) => void outcomes.push(outcome) }
  await using ghost = await startFakeGhost([fakePost('a'), fakePost('d', { tags: [tags.en] })])
  await using site = await startSite({ ...ghost.env, SITE_URL: siteUrl }, () => now, {}, observer)
  const alternates = async (path: string) => headOf((await request(site.app).get(path).expect(200)).text).alternates
  const own = { fr: `${siteUrl}/blog/tag/strategie` }
  await request(site.app).get('/en/blog').expect(200)
  // Half a minute between the lists: one grows stale, and is read anew, while the other is as fresh as it was.
  now += 30_000
  for (let time = 0; time < 3; time += 1) expect(await alternates('/blog/tag/strategie')).toEqual(own)
  expect(outcomes.at(-1)).toBe('prepared')

  ghost.state.posts = [fakePost('a'), fakePost('d', { tags: [tags.en, tags.strategie] })]
  now += 31_000
  const linked = async () => linksTo('/en/blog/tag/', (await request(site.app).get('/en/blog').expect(200)).text)
  await expect.poll(linked).toContain('/en/blog/tag/strategie')
  const both = { ...own, en: `${siteUrl}/en/blog/tag/strategie`, 'x-default': own.fr }
  expect(await alternates('/blog/tag/strategie')).toEqual(both)
})

it('labels of cards and articles, and an article’s topics, lead to the topic', async () => {
  const { site } = await startSiteWithGhost(posts)
  const to = (html: string) =>
    elements(html, 'a').flatMap(({ attributes: { href = '' } }) => (href.includes('/tag/') ? [href] : []))
  expect(to((await request(site.app).get('/blog')).text)).toEqual(['/blog/tag/strategie', '/blog/tag/loi-25'])
  expect(to((await request(site.app).get('/blog/a')).text)).toEqual([
    '/blog/tag/strategie',
    '/blog/tag/strategie',
    '/blog/tag/loi-25',
  ])
  expect(to((await request(site.app).get('/en/blog')).text)).toEqual(['/en/blog/tag/strategie'])
  // A topic's own cards do not say it again.
  expect(to((await request(site.app).get('/blog/tag/loi-25')).text)).toEqual(['/blog/tag/strategie'])
})

it('asks the CMS for nothing but the list that it asks for anyway', async () => {
  const { ghost, site } = await startSiteWithGhost(posts)
  await request(site.app).get('/blog').expect(200)
  expect(ghost.calls).toHaveLength(1)
  for (const slug of ['loi-25', 'strategie', 'inconnu', 'hash-campagne'])
    await request(site.app).get(`/blog/tag/${slug}`)
  expect(ghost.calls).toHaveLength(1)
})

it('a flood of invented topics is one cached page', async () => {
  const { site } = await startSiteWithGhost(posts)
  const first = await request(site.app).get('/blog/tag/invention-0').expect(404)
  expect(first.headers['cache-status']).toContain('pages; fwd=miss')
  for (let number = 1; number < 5; number += 1) {
    const { headers, text } = await request(site.app).get(`/blog/tag/invention-${number}`).expect(404)
    expect(headers['cache-status']).toContain('pages; hit')
    expect(text).not.toContain('invention')
  }
})

it.each([
  { behaviour: 'answers 500', POSTS_WAIT_MS: '5000', key: 'empty' },
  { behaviour: 'hangs', POSTS_WAIT_MS: '20', key: 'loading' },
] as const)('when Ghost $behaviour a topic is sent as the list would be', async ({ behaviour, POSTS_WAIT_MS, key }) => {
  const { ghost, site } = await startSiteWithGhost(posts, { POSTS_WAIT_MS })
  ghost.state.behaviour = behaviour
  const answer = await request(site.app).get('/blog/tag/loi-25').expect(200).expect('Cache-Control', 'no-store')
  expect(elements(answer.text, 'main')[0]?.text).toContain(textIn('fr', 'blog', key))
  expect(headOf(answer.text)).toMatchObject({ canonical: [] })
  expect(headOf(answer.text).meta.robots).toBeUndefined()
})

it('links that authors make to the CMS’s own topics lead to those of the site', async () => {
  const { ghost, site } = await startSiteWithGhost([])
  const links = ['tag/loi-25/', 'tag/loi-25', 'tag/fr/'].map((path) => `<a href="${ghost.url}/${path}">x</a>`)
  ghost.state.posts = [fakePost('a', { html: links.join('') })]
  const { text } = await request(site.app).get('/blog/a')
  const [prose] = /<div class="prose">[\s\S]*?<\/div>/.exec(text) ?? ['']
  const hrefs = elements(prose, 'a').map(({ attributes }) => attributes.href)
  expect(hrefs).toEqual(['/blog/tag/loi-25', '/blog/tag/loi-25', '/blog'])
})

it('has a page for each topic of Markdown posts, whatever its name is written with', async () => {
  await using folder = await temporaryFolder()
  for (const language of ['fr', 'en']) await mkdir(join(folder.path, language))
  const names = ['C', 'C#', 'C++', 'ᐃᓄᒃᑎᑐᑦ', '🎉']
  for (const [index, name] of names.entries()) {
    const head = `title: Article ${index}\nexcerpt: a\npublished_at: 2026-05-0${index + 1}T09:00:00Z\nauthors: [Nordet]\ntags: ["${name}"]`
    await writeFile(join(folder.path, 'fr', `${index}.md`), `---\n${head}\n---\na\n`)
  }
  await using site = await startSite({ CONTENT_DIR: folder.path, SITE_URL: siteUrl })
  for (const [index, name] of names.entries()) {
    const article = await request(site.app).get(`/blog/${index}`).expect(200)
    const [path = ''] = linksTo('/blog/tag/', article.text)
    const { text } = await request(site.app).get(path).expect(200)
    expect(elements(text, 'h1').map((heading) => heading.text)).toEqual([name])
    expect(linksIn(text)).toEqual([`/blog/${index}`])
    expect(headOf(text).canonical).toEqual([siteUrl + path])
  }
})
