import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import request from 'supertest'
import { expect, it } from 'vitest'
import { fakePost, tags } from '../support/fake-ghost.ts'
import { startSite, startSiteWithGhost } from '../support/start-site.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { elements, headOf, postLinksIn } from './support/html.ts'
import { textIn } from './support/texts.ts'
import { watchPages } from './support/watch-pages.ts'

const siteUrl = 'https://www.nordet.example'
const law = { id: 't5', slug: 'loi-25', name: 'Loi 25 & <suite>' }
const posts = [
  fakePost('a', { tags: [tags.fr, tags.strategie, law] }),
  fakePost('b', { tags: [tags.fr, law, tags.internal] }),
  fakePost('c', { tags: [tags.fr] }),
  fakePost('d', { tags: [tags.en, tags.strategie] }),
]

const linksTo = (start: string, html: string) =>
  elements(html, 'a').flatMap(({ attributes: { href } }) => (href?.startsWith(start) ? [href] : []))

it('a topic by the fast path names the other language’s version once that list has gained its tag', async () => {
  let now = Date.now()
  const { outcomes, observer } = watchPages()
  const first = [fakePost('a'), fakePost('d', { tags: [tags.en] })]
  const { ghost, site } = await startSiteWithGhost(first, { SITE_URL: siteUrl }, () => now, {}, observer)
  const alternates = async (path: string) => headOf((await request(site.app).get(path).expect(200)).text).alternates
  const own = { fr: `${siteUrl}/blog/tag/strategie` }
  await request(site.app).get('/en/blog').expect(200)
  // Half a minute between the lists: one grows stale, and is read anew, while the other is as fresh as it was.
  now += 30_000
  for (let time = 0; time < 3; time += 1) expect(await alternates('/blog/tag/strategie')).toEqual(own)
  expect(outcomes.at(-1)).toBe('fast')

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

it.each([
  { behaviour: 'answers 500', POSTS_WAIT_MS: '5000', key: 'empty', robots: undefined },
  { behaviour: 'hangs', POSTS_WAIT_MS: '20', key: 'loading', robots: 'noindex' },
] as const)(
  'when Ghost $behaviour a topic is sent as the list would be',
  async ({ behaviour, POSTS_WAIT_MS, key, robots }) => {
    const { ghost, site } = await startSiteWithGhost(posts, { POSTS_WAIT_MS })
    ghost.state.behaviour = behaviour
    const answer = await request(site.app).get('/blog/tag/loi-25').expect(200).expect('Cache-Control', 'no-store')
    expect(elements(answer.text, 'main')[0]?.text).toContain(textIn('fr', 'blog', key))
    expect(headOf(answer.text)).toMatchObject({ canonical: [] })
    expect(headOf(answer.text).meta.robots).toBe(robots)
  },
)

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
    expect(postLinksIn(text)).toEqual([`/blog/${index}`])
    expect(headOf(text).canonical).toEqual([siteUrl + path])
  }
})
