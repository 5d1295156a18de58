import request from 'supertest'
import { expect, it } from 'vitest'
import { fakePost, tags } from '../../support/fake-ghost.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'
import { startSiteWithGhost } from '../../support/start-site.ts'
import { languages } from '../../../shared/language.ts'
import { posts, slugs } from '../support/addresses.ts'

const { site } = await shareSiteWithGhost(posts)

it.each(languages)('answers the list in %s without bodies, and one article with its body', async (lang) => {
  const [{ html, ...listed } = fakePost('none')] = posts.filter((post) => post.slug === slugs[lang])
  const answer = await request(site.app).get('/api/posts').query({ lang }).set('Cookie', 'i18next=en').expect(200)
  expect(answer.get('Content-Type')).toBe('application/json; charset=utf-8')
  expect(answer.body).toEqual({ posts: [expect.any(Object)], meta: expect.any(Object) })
  expect(answer.body.posts[0]).toMatchObject({ ...listed, primary_tag: listed.tags[0] })
  expect(answer.body.posts[0]).not.toHaveProperty('html')
  const article = await request(site.app).get(`/api/posts/${slugs[lang]}`).query({ lang }).expect(200)
  expect(article.body).toEqual({ posts: [expect.any(Object)], meta: expect.any(Object) })
  expect(article.body.posts[0]).toMatchObject({ slug: listed.slug, html })
})

it('refuses a query without a language, without calling Ghost', async () => {
  const { ghost, site } = await startSiteWithGhost(posts)
  for (const query of ['', '?lang=', '?lang=de', '?lang=FR', '?lang=fr&lang=en', '?lang[]=fr', '?language=fr']) {
    for (const path of [`/api/posts${query}`, `/api/posts/un-article${query}`]) {
      const answer = await request(site.app).get(path).set('Cookie', 'i18next=fr')
      expect([path, answer.status, answer.get('Cache-Control')]).toEqual([path, 400, 'no-store'])
      expect(answer.body).toMatchObject({ errors: [{ message: expect.any(String), type: 'BadRequestError' }] })
    }
  }
  expect(ghost.calls).toEqual([])
})

const absent = ['/api/posts/unknown?lang=fr', '/api/posts/un-article?lang=en', '/api/posts/an-article?lang=fr']

it.each(absent)('answers %s with 404 and the error', async (path) => {
  const { body } = await request(site.app).get(path).expect(404)
  expect(body).toEqual({ errors: [{ message: expect.any(String), type: 'NotFoundError' }] })
})

it.each([
  { name: tags.strategie.name, which: 'is the post’s own tag', shown: '/blog/tag/strategie"' },
  { name: 'Le large', which: 'is no other tag of the post', shown: '<span>Le large</span>' },
])('shows a primary tag that Ghost only names and that $which', async ({ name, shown }) => {
  const { ghost, site } = await startSiteWithGhost([fakePost('a')])
  ghost.state.answer = (_req, res, { posts: [post], meta }) =>
    void res.end(JSON.stringify({ posts: [{ ...post, primary_tag: { name } }], meta }))
  for (const path of ['/blog', '/blog/a']) {
    const { text } = await request(site.app).get(path).expect(200)
    expect(text).toContain(shown)
    // A label without a topic is not a link.
    expect(text).not.toContain('href="/blog/tag/"')
  }
})
