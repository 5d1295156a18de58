import request from 'supertest'
import { expect, it } from 'vitest'
import { fakePost } from '../../support/fake-ghost.ts'
import { startSiteWithGhost } from '../../support/start-site.ts'
import { elements } from '../support/html.ts'
import { textIn } from '../support/texts.ts'

/** An article's links to the posts before and after it. */
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

it('an article leads to posts of its topics, on its page and to the browser', async () => {
  const slugs = ['e', 'd', 'c', 'b', 'a']
  const { site } = await startSiteWithGhost(slugs.map((slug) => fakePost(slug)))
  await request(site.app).get('/blog').expect(200)
  const { text } = await request(site.app).get('/blog/b').expect(200)
  const section = elements(text, 'section').find(({ attributes }) => attributes['aria-labelledby'] === 'related')
  expect(elements(section?.inner ?? '', 'h2').map((heading) => heading.text)).toEqual([textIn('fr', 'blog', 'related')])
  const links = elements(section?.inner ?? '', 'a').map(({ attributes, text: title }) => [attributes.href, title])
  expect(links).toEqual([
    ['/blog/e', 'Titre de e'],
    ['/blog/d', 'Titre de d'],
  ])
  const { body } = await request(site.app).get('/api/posts/b?lang=fr').expect(200)
  expect(body.meta.related.map(({ slug }: { slug: string }) => slug)).toEqual(['e', 'd'])
})
