import request from 'supertest'
import { expect, it } from 'vitest'
import { fakePost, tags } from '../../support/fake-ghost.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'
import { startSite, startSiteWithGhost } from '../../support/start-site.ts'
import { languages } from '../../../shared/language.ts'
import { posts, slugs } from '../support/addresses.ts'

const { site } = await shareSiteWithGhost(posts)
// Tests that do not call Ghost use this site.
const { ghost: unasked, site: unaskedSite } = await shareSiteWithGhost(posts)

it.each(languages)('answers the list in %s without bodies', async (lang) => {
  const answer = await request(site.app).get('/api/posts').query({ lang })
  const [expected] = posts.filter((post) => post.slug === slugs[lang])
  const { html: _, ...listed } = expected ?? fakePost('none')
  expect(answer.status).toBe(200)
  expect(answer.get('Content-Type')).toBe('application/json; charset=utf-8')
  expect(answer.body).toEqual({ posts: [expect.any(Object)], meta: expect.any(Object) })
  expect(answer.body.posts[0]).toMatchObject({ ...listed, primary_tag: listed.tags[0] })
  expect(answer.body.posts[0]).not.toHaveProperty('html')
})

it.each(languages)('answers one article in %s with its body', async (lang) => {
  const answer = await request(site.app).get(`/api/posts/${slugs[lang]}`).query({ lang })
  const [expected] = posts.filter((post) => post.slug === slugs[lang])
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({ posts: [expect.any(Object)], meta: expect.any(Object) })
  expect(answer.body.posts[0]).toMatchObject({ slug: expected?.slug, html: expected?.html })
})

const nameless = ['', '?lang=', '?lang=de', '?lang=FR', '?lang=fr&lang=en', '?lang[]=fr', '?language=fr']

it.each(nameless)('rejects the query "%s", which names no language', async (query) => {
  for (const path of ['/api/posts', '/api/posts/un-article']) {
    const answer = await request(unaskedSite.app)
      .get(path + query)
      .set('Cookie', 'i18next=fr')
    expect([path, answer.status]).toEqual([path, 400])
    expect(answer.body).toMatchObject({ errors: [{ message: expect.any(String), type: 'BadRequestError' }] })
    expect(answer.get('Cache-Control')).toBe('no-store')
  }
  expect(unasked.calls).toEqual([])
})

const absent = ['/api/posts/unknown?lang=fr', '/api/posts/un-article?lang=en', '/api/posts/an-article?lang=fr']

it.each(absent)('answers %s with 404 and the error', async (path) => {
  const answer = await request(site.app).get(path)
  expect(answer.status).toBe(404)
  expect(answer.body).toEqual({ errors: [{ message: expect.any(String), type: 'NotFoundError' }] })
})

it('answers in the requested language, whatever the cookie', async () => {
  const answer = await request(site.app).get('/api/posts?lang=fr').set('Cookie', 'i18next=en')
  expect(answer.body.posts.map((post: { slug: string }) => post.slug)).toEqual(['un-article'])
})

it('completes a primary tag of which Ghost only sends the name by the post’s own tag of that name', async () => {
  const { ghost, site } = await startSiteWithGhost([fakePost('a')])
  ghost.state.answer = (_req, res, { posts: [post], meta }) =>
    void res.end(JSON.stringify({ posts: [{ ...post, primary_tag: { name: tags.strategie.name } }], meta }))
  const { body } = await request(site.app).get('/api/posts/a?lang=fr').expect(200)
  expect(body.posts[0].primary_tag).toEqual(tags.strategie)
})

it('shows a primary tag that the post does not have as a label without a link', async () => {
  const { ghost, site } = await startSiteWithGhost([fakePost('a')])
  ghost.state.answer = (_req, res, { posts: [post], meta }) =>
    void res.end(JSON.stringify({ posts: [{ ...post, primary_tag: { name: 'Le large' } }], meta }))
  for (const path of ['/blog', '/blog/a']) {
    const { text } = await request(site.app).get(path).expect(200)
    expect(text).toContain('<span>Le large</span>')
    expect(text).not.toContain('href="/blog/tag/"')
  }
})

it('has no posts to show if the folder of posts cannot be read', async () => {
  await using site = await startSite({ CONTENT_DIR: 'no/such/folder' })
  expect((await request(site.app).get('/api/posts?lang=fr')).status).toBe(503)
  expect((await request(site.app).get('/blog/un-article')).status).toBe(503)
  expect((await request(site.app).get('/blog')).status).toBe(200)
  expect((await request(site.app).get('/readyz')).text).toBe(
    'ok\nposts: the list in fr cannot be read (MarkdownError), and there is no copy\n',
  )
  expect(site.logged()).toContain('no/such/folder')
})
