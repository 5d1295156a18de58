import request from 'supertest'
import { expect, it } from 'vitest'
import { fakePost, startFakeGhost, tags } from '../support/fake-ghost.ts'
import { startSite, startSiteWithGhost } from '../support/start-site.ts'
import { elements, headOf } from './support/html.ts'
import { textIn } from './support/texts.ts'

const siteUrl = 'https://www.nordet.example'

/** Where an article's page leads besides: the posts before and after it. */
function linksToOthers(html: string) {
  const nav = elements(html, 'nav').find(
    ({ attributes }) => attributes['aria-label'] === textIn('fr', 'blog', 'neighbours'),
  )
  return elements(nav?.inner ?? '', 'a').map(({ attributes, text }) => [attributes.href, text])
}

it('an article names the posts before and after it, on its page and to the browser', async () => {
  const { site } = await startSiteWithGhost(['c', 'b', 'a'].map((slug) => fakePost(slug)))
  await request(site.app).get('/blog').expect(200)
  const { text } = await request(site.app).get('/blog/b').expect(200)
  expect(linksToOthers(text)).toEqual([
    ['/blog/a', `${textIn('fr', 'blog', 'older')} Titre de a`],
    ['/blog/c', `${textIn('fr', 'blog', 'newer')} Titre de c`],
  ])
  const { body } = await request(site.app).get('/api/posts/b?lang=fr').expect(200)
  expect(body.meta).toMatchObject({
    older: { slug: 'a', title: 'Titre de a' },
    newer: { slug: 'c', title: 'Titre de c' },
  })
})

it('an article whose own copy is still fresh names a newer one as soon as the list has it', async () => {
  let now = Date.now()
  const { ghost, site } = await startSiteWithGhost([fakePost('a')], {}, () => now)
  await request(site.app).get('/blog').expect(200)
  now += 30_000
  const page = () => request(site.app).get('/blog/a').expect(200)
  const api = () => request(site.app).get('/api/posts/a?lang=fr').expect(200)
  // The page is made, then from the cache, then by the fast path.
  for (const answer of [await page(), await page(), await page()]) expect(linksToOthers(answer.text)).toEqual([])
  expect((await api()).body.meta).toMatchObject({ newer: null, older: null })
  ghost.state.posts = [fakePost('b'), fakePost('a')]
  now += 31_000
  await expect.poll(async () => (await request(site.app).get('/blog')).text).toContain('Titre de b')
  const answer = await page()
  expect(answer.get('Cache-Status')).toContain('posts; hit')
  expect(linksToOthers(answer.text)).toEqual([['/blog/b', expect.stringContaining('Titre de b')]])
  expect((await api()).body.meta).toMatchObject({ newer: { slug: 'b', title: 'Titre de b' }, older: null })
})

it('a topic whose own list is still fresh names the other language’s page as soon as there is one', async () => {
  let now = Date.now()
  await using ghost = await startFakeGhost([fakePost('a'), fakePost('b', { tags: [tags.en] })])
  await using site = await startSite({ ...ghost.env, SITE_URL: siteUrl }, () => now)
  await request(site.app).get('/en/blog').expect(200)
  now += 30_000
  const topic = () => request(site.app).get('/blog/tag/strategie').expect(200)
  // The page is made, then from the cache, then by the fast path.
  for (const { text } of [await topic(), await topic(), await topic()])
    expect(headOf(text).alternates).not.toHaveProperty('en')
  ghost.state.posts = [fakePost('a'), fakePost('c', { tags: [tags.en, tags.strategie] })]
  now += 31_000
  await expect.poll(async () => (await request(site.app).get('/en/blog')).text).toContain('Titre de c')
  const answer = await topic()
  expect(answer.get('Cache-Status')).toContain('posts; hit')
  expect(headOf(answer.text).alternates).toHaveProperty('en', `${siteUrl}/en/blog/tag/strategie`)
})
