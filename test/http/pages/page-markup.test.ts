import request from 'supertest'
import { expect, it } from 'vitest'
import { fakePost, tags } from '../../support/fake-ghost.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'
import { elements, headOf, textOf } from '../support/html.ts'
import { expectNothingInline } from '../support/inline.ts'

const evil = '"><script>alert(1)</script><img src=x onerror=alert(1)></script><!--'
const hostile = fakePost('hostile', {
  title: evil,
  excerpt: evil,
  html: [
    '<p onclick="alert(1)" style="color:red">Bonjour</p><script>alert(1)</script><style>*{}</style>',
    '<a href="javascript:alert(1)">un</a><a href="&#106;avascript:alert(1)">deux</a><svg onload=alert(1)>',
    '<iframe src="https://evil.example/"></iframe><form action="https://evil.example"><input name=a></form>',
    '<img src="https://evil.example/pixel.png" onerror=alert(1)><base href="https://evil.example/">',
  ].join(''),
  authors: [{ name: evil, slug: 'evil' }],
  tags: [tags.fr, { id: 't9', slug: 'evil', name: evil }],
})

const { ghost, site } = await shareSiteWithGhost()
const markup = `Voir ${ghost.url}/blog/%3Cmeta%20http-equiv=refresh%20content=0;url=http:%2F%2Fevil.example%2F%3E`
const spelling = fakePost('spelling', {
  title: markup,
  excerpt: markup,
  html: `<p title="${markup}">${markup}</p><pre><code class="language-html">${markup}</code></pre>`,
  feature_image: `${ghost.url}/content/images/a.png`,
  feature_image_alt: markup,
  feature_image_caption: markup,
  meta_description: markup,
  og_title: markup,
  canonical_url: markup.replace('Voir ', ''),
  authors: [{ name: markup, slug: 'spelling' }],
  tags: [tags.fr, { id: 't8', slug: 'spelling', name: markup }],
})
ghost.state.posts = [hostile, spelling, fakePost('sans-extrait', { excerpt: '' })]
const get = async (path: string) => (await request(site.app).get(path).expect(200)).text

it.each(['/blog', '/blog/hostile'])('nothing of a hostile post runs on %s', async (path) => {
  const text = await get(path)
  expect(textOf(text)).toContain(evil)
  expectNothingInline(text)
  const types = elements(text, 'script').map(({ attributes }) => attributes.type ?? '')
  expect(types.toSorted()).toEqual(['application/json', 'application/ld+json', 'module'])
  expect(text).not.toMatch(/(href|src|action)="(javascript:|https:\/\/evil\.example\/pixel)/i)
  expect(elements(text, 'form').map(({ attributes }) => attributes.action)).not.toContain('https://evil.example')
  if (path === '/blog/hostile') expect(headOf(text).meta.description).toBe(evil)
})

const withWords = ['/blog', '/blog/spelling', '/rss.xml', '/feed.json', '/sitemap.xml', '/api/posts/spelling?lang=fr']

it.each(withWords)('escapes markup in a URL of Ghost on %s', async (path) => {
  expect(await get(path)).not.toMatch(/<meta http-equiv/)
})

it('the card of a post without an excerpt has no empty paragraph', async () => {
  const card = elements(await get('/blog'), 'article').find(({ inner }) => inner.includes('Titre de sans-extrait'))
  expect(card?.inner).not.toMatch(/<p[^>]*><\/p>/)
  expect(card).toBeDefined()
})
