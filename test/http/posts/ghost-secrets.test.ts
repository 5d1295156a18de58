import request from 'supertest'
import { expect, it } from 'vitest'
import { fakePost, tags } from '../../support/fake-ghost.ts'
import { startSiteWithGhost } from '../../support/start-site.ts'

it.each([
  ['as it is configured', {}],
  ['by its public name', { named: 'https://cms.example.net' }],
  ['as it was before it moved', { written: 'http://localhost:2368' }],
])('removes every address of Ghost from a post, %s', async (_name, { named, written }: Record<string, string>) => {
  const { ghost, site } = await startSiteWithGhost([])
  ghost.about.url = named ?? ghost.url
  const url = written ?? ghost.about.url
  const post = fakePost('with-addresses', {
    feature_image: `${url}/content/images/2026/09/photo.png`,
    tags: [tags.fr],
    og_image: `${url}/content/images/og.png`,
    canonical_url: `${url}/autre-article/`,
    authors: [{ name: 'Ada', slug: 'ada', profile_image: `${url}/content/images/ada.png` }],
    html: [
      `<p><a href="${url}/autre-article/#suite">autre</a> <a href="${url}/">accueil</a></p>`,
      `<p><a href="${url}/tag/strategie/">thème</a> <a href="${url}/ghost/#/signin">gestion</a></p>`,
      `<img src="${url}/content/images/a.png" srcset="${url}/content/images/size/w600/a.png 600w, ${url}/content/images/a.png 1000w">`,
      `<p><a href="${url}/content/files/rapport.pdf">rapport</a></p>`,
      `<audio src="${url}/content/media/son.mp3"></audio><video src="${url}/content/media/film.mp4"></video>`,
      `<p><a href="https://example.org/page?ref=${new URL(ghost.about.url).host}">ailleurs</a></p>`,
    ].join(''),
  })
  ghost.state.posts = [post, fakePost('autre-article')]
  const api = ['/api/posts?lang=fr', '/api/posts/with-addresses?lang=fr']
  for (const path of ['/blog', '/blog/with-addresses', '/rss.xml', '/feed.json', ...api]) {
    const { text, status } = await request(site.app).get(path)
    expect([path, status]).toEqual([path, 200])
    expect(text).toContain('/photo.png')
    for (const { host } of [new URL(url), new URL(ghost.url)]) expect(text).not.toContain(host)
  }
  const { text } = await request(site.app).get('/blog/with-addresses')
  const links = ['/blog/autre-article#suite', '/blog', '/media/content/files/rapport.pdf', 'https://example.org/page']
  for (const href of links) expect(text).toContain(`href="${href}"`)
  for (const path of ['images/size/w2400/format/webp/a.png', 'media/son.mp3', 'media/film.mp4'])
    expect(text).toContain(`src="/media/content/${path}"`)
  const picture = await request(site.app).get('/media/content/images/2026/09/photo.png')
  expect(ghost.headers.at(-1)?.['x-forwarded-proto']).toBe('https')
  expect([picture.status, picture.get('Content-Type')]).toEqual([200, 'image/png'])
})
