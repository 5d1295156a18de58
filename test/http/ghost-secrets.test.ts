import request from 'supertest'
import { expect, it } from 'vitest'
import { contentKey, fakePost, startFakeGhost, tags } from '../support/fake-ghost.ts'
import { startSite, startSiteWithGhost } from '../support/start-site.ts'
import { posts } from './support/addresses.ts'
import { startFailing } from './support/faults.ts'

const paths = [
  ...['/blog', '/en/blog', '/blog/un-article', '/en/blog/an-article', '/api/posts?lang=fr', '/api/posts?lang=de'],
  ...['/api/posts/un-article?lang=fr', '/media/content/images/a.png', '/media/content/images/nothing.gif'],
]

// See test/unit/ghost-client.test.ts for the message of each failure.
it.each(['well', 'fails on page 2', 'hangs', 'answers 500', 'redirects'] as const)(
  'tells neither the key nor Ghost’s address to a visitor, nor the key to the log, when Ghost %s',
  async (behaviour) => {
    const { ghost, site, ended } = await startFailing()
    ghost.state.behaviour = behaviour
    ghost.state.pageSize = 1
    const subscription = { email: 'ada@example.com', lang: 'fr' }
    const answers = await ended(
      Promise.all([
        ...paths.map((path) => request(site.url).get(path)),
        request(site.url).post('/api/newsletter').send(subscription),
      ]),
    )
    const told = answers.map((answer) => JSON.stringify(answer.headers) + answer.text + String(answer.body)).join('\n')
    expect(answers.every(({ status }) => status > 0)).toBe(true)
    expect(ghost.calls.length).toBeGreaterThan(0)
    expect(told).not.toContain(contentKey)
    expect(told).not.toContain(new URL(ghost.url).host)
    expect(site.logged()).not.toContain(contentKey)
  },
)

it('tells neither the key nor Ghost’s address when no server listens there', async () => {
  const ghost = await startFakeGhost(posts)
  await ghost[Symbol.asyncDispose]()
  await using site = await startSite(ghost.env)
  const answers = await Promise.all(paths.map((path) => request(site.app).get(path)))
  const told = answers.map(({ text, headers }) => JSON.stringify(headers) + text).join('\n')
  expect(told).not.toContain(new URL(ghost.url).host)
  expect(told + site.logged()).not.toContain(contentKey)
})

it('takes every address of Ghost out of a post', async () => {
  const { ghost, site } = await startSiteWithGhost([])
  const { url } = ghost
  const post = fakePost('with-addresses', {
    feature_image: `${url}/content/images/2026/09/photo.png`,
    tags: [tags.fr],
    html: [
      `<p><a href="${url}/autre-article/#suite">autre</a> <a href="${url}/">accueil</a></p>`,
      `<p><a href="${url}/tag/strategie/">thème</a> <a href="${url}/ghost/#/signin">gestion</a></p>`,
      `<img src="${url}/content/images/a.png" srcset="${url}/content/images/size/w600/a.png 600w, ${url}/content/images/a.png 1000w">`,
      `<p><a href="${url}/content/files/rapport.pdf">rapport</a></p>`,
      `<audio src="${url}/content/media/son.mp3"></audio><video src="${url}/content/media/film.mp4"></video>`,
      `<p><a href="https://example.org/page?ref=${new URL(url).host}">ailleurs</a></p>`,
    ].join(''),
  })
  ghost.state.posts = [post]
  for (const path of ['/blog', '/blog/with-addresses', '/api/posts?lang=fr', '/api/posts/with-addresses?lang=fr']) {
    const { text, status } = await request(site.app).get(path)
    expect([path, status]).toEqual([path, 200])
    expect(text).toContain('/media/content/images/2026/09/photo.png')
    expect(text).not.toContain(new URL(url).host)
  }
  const { text } = await request(site.app).get('/blog/with-addresses')
  const expected = [
    '/blog/autre-article#suite',
    '/blog',
    '/media/content/files/rapport.pdf',
    'https://example.org/page',
  ]
  for (const href of expected) expect(text).toContain(`href="${href}"`)
  for (const src of ['/media/content/images/a.png', '/media/content/media/son.mp3', '/media/content/media/film.mp4']) {
    expect(text).toContain(`src="${src}"`)
  }
  const picture = await request(site.app).get('/media/content/images/2026/09/photo.png')
  expect([picture.status, picture.get('Content-Type')]).toEqual([200, 'image/png'])
})
