import request from 'supertest'
import { expect, it } from 'vitest'
import { fakePost, tags } from '../../support/fake-ghost.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'
import { startSiteWithGhost } from '../../support/start-site.ts'
import { posts } from '../support/addresses.ts'
import { elements, headOf, textOf } from '../support/html.ts'
import { expectNothingInline } from '../support/inline.ts'

const { site } = await shareSiteWithGhost(posts)

it.each([
  { path: '/en/terms', element: 'h2', id: 'on-this-page', lang: 'en' },
  { path: '/terms', element: 'h2', id: 'on-this-page', lang: 'fr' },
])('marks the $element of $path as $lang', async ({ path, element, id, lang }) => {
  const { text } = await request(site.app).get(path)
  const [found] = elements(text, element).filter(({ attributes }) => attributes.id === id)
  expect(found?.attributes.lang).toBe(lang)
})

it('marks the English words on the error screen as English in both languages', async () => {
  const { text } = await request(site.app).get('/nulle-part')
  const [label] = elements(text, 'p').filter((paragraph) => paragraph.text === 'Unexpected Application Error')
  expect(label?.attributes.lang).toBe('en')
})

it('has no empty paragraph if a post has no excerpt', async () => {
  const { site } = await startSiteWithGhost([fakePost('sans-extrait', { excerpt: '' })])
  const { text } = await request(site.app).get('/blog').expect(200)
  const [card] = elements(text, 'article')
  expect(card?.inner).toContain('Titre de sans-extrait')
  expect(card?.inner).not.toMatch(/<p[^>]*><\/p>/)
})

it('runs nothing of a hostile post', async () => {
  const evil = '"><script>alert(1)</script><img src=x onerror=alert(1)></script><!--'
  const post = fakePost('hostile', {
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
  const { site } = await startSiteWithGhost([post])
  for (const path of ['/blog', '/blog/hostile']) {
    const { text, status } = await request(site.app).get(path)
    expect(status).toBe(200)
    expect(textOf(text)).toContain(evil)
    expectNothingInline(text)
    const types = elements(text, 'script').map(({ attributes }) => attributes.type ?? '')
    expect(types.toSorted()).toEqual(['application/json', 'application/ld+json', 'module'])
    expect(text).not.toMatch(/(href|src|action)="(javascript:|https:\/\/evil\.example\/pixel)/i)
    expect(elements(text, 'form').map(({ attributes }) => attributes.action)).not.toContain('https://evil.example')
  }
  expect(headOf((await request(site.app).get('/blog/hostile')).text).meta.description).toBe(evil)
})

it('markup in an address of Ghost is escaped, whichever words of a post contain it', async () => {
  const { ghost, site } = await startSiteWithGhost()
  const evil = `Voir ${ghost.url}/blog/%3Cmeta%20http-equiv=refresh%20content=0;url=http:%2F%2Fevil.example%2F%3E`
  const html = `<p title="${evil}">${evil}</p><pre><code class="language-html">${evil}</code></pre>`
  ghost.state.posts = [
    fakePost('evil', {
      title: evil,
      excerpt: evil,
      html,
      feature_image: `${ghost.url}/content/images/a.png`,
      feature_image_alt: evil,
      feature_image_caption: evil,
      meta_description: evil,
      og_title: evil,
      canonical_url: evil.replace('Voir ', ''),
      authors: [{ name: evil, slug: 'evil' }],
      tags: [tags.fr, { id: 't9', slug: 'evil', name: evil }],
    }),
  ]
  for (const path of ['/blog', '/blog/evil', '/rss.xml', '/feed.json', '/sitemap.xml', '/api/posts/evil?lang=fr']) {
    const { text, status } = await request(site.app).get(path)
    expect(status).toBe(200)
    expect(text, path).not.toMatch(/<meta http-equiv/)
  }
})
