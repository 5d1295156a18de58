import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import request from 'supertest'
import { expect, it } from 'vitest'
import { fakePost, tags } from '../../support/fake-ghost.ts'
import { startSite, startSiteWithGhost } from '../../support/start-site.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { elements, headOf, postLinksIn } from '../support/html.ts'

const siteUrl = 'https://www.site.example'
const law = { id: 't5', slug: 'loi-25', name: 'Loi 25 & <suite>' }
const posts = [
  fakePost('a', { tags: [tags.fr, tags.strategie, law] }),
  fakePost('b', { tags: [tags.fr, law, tags.internal] }),
  fakePost('c', { tags: [tags.fr] }),
  fakePost('d', { tags: [tags.en, tags.strategie] }),
]

const topicLinksIn = (html: string) =>
  elements(html, 'a').flatMap(({ attributes: { href = '' } }) => (href.includes('/tag/') ? [href] : []))

it('labels of cards and articles, and an article’s topics, lead to the topic', async () => {
  const { site } = await startSiteWithGhost(posts)
  expect(topicLinksIn((await request(site.app).get('/blog')).text)).toEqual(['/blog/tag/strategie', '/blog/tag/loi-25'])
  expect(topicLinksIn((await request(site.app).get('/blog/a')).text)).toEqual([
    '/blog/tag/strategie',
    '/blog/tag/strategie',
    '/blog/tag/loi-25',
  ])
  expect(topicLinksIn((await request(site.app).get('/en/blog')).text)).toEqual(['/en/blog/tag/strategie'])
  // The cards on a topic's page do not repeat the topic.
  expect(topicLinksIn((await request(site.app).get('/blog/tag/loi-25')).text)).toEqual(['/blog/tag/strategie'])
})

it('has a page for each topic of Markdown posts, whatever its name is written with', async () => {
  await using folder = await temporaryFolder()
  for (const language of ['fr', 'en']) await mkdir(join(folder.path, language))
  const names = ['C', 'C#', 'C++', 'ᐃᓄᒃᑎᑐᑦ', '🎉']
  for (const [index, name] of names.entries()) {
    const head = `title: Article ${index}\nexcerpt: a\npublished_at: 2026-05-0${index + 1}T09:00:00Z\nauthors: [Ada]\ntags: ["${name}"]`
    await writeFile(join(folder.path, 'fr', `${index}.md`), `---\n${head}\n---\na\n`)
  }
  await using site = await startSite({ CONTENT_DIR: folder.path, SITE_URL: siteUrl })
  for (const [index, name] of names.entries()) {
    const article = await request(site.app).get(`/blog/${index}`).expect(200)
    const [path = ''] = topicLinksIn(article.text)
    const { text } = await request(site.app).get(path).expect(200)
    expect(elements(text, 'h1').map((heading) => heading.text)).toEqual([name])
    expect(postLinksIn(text)).toEqual([`/blog/${index}`])
    expect(headOf(text).canonical).toEqual([siteUrl + path])
  }
})
