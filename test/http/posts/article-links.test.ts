import { setTimeout as sleep } from 'node:timers/promises'
import request from 'supertest'
import { expect, it } from 'vitest'
import { fakePost, tags } from '../../support/fake-ghost.ts'
import { adminKey } from '../../support/fake-ghost-admin.ts'
import { startSiteWithGhost } from '../../support/start-site.ts'
import { elements } from '../support/html.ts'

const siteUrl = 'https://www.site.example'
const strategy = { id: 't9', slug: 'strategy', name: 'Strategy' }
const uuid = '89061c0b-db14-4f8b-b82d-eafdf8432cad'

/** A French and an English article that link to each other and to an English topic, as Ghost has them. */
async function startBoth(now?: () => number) {
  const { ghost, site } = await startSiteWithGhost([], { SITE_URL: siteUrl, GHOST_ADMIN_API_KEY: adminKey }, now)
  const linksTo = (...paths: string[]) => paths.map((path) => `<a href="${ghost.url}/${path}/">${path}</a>`).join('')
  const french = fakePost('textes', { html: linksTo('texts', 'tag/strategy', 'textes') })
  const english = fakePost('texts', { html: linksTo('textes'), tags: [tags.en, strategy] })
  ghost.state.posts = [french, english]
  ghost.state.drafts = [{ ...french, slug: 'brouillon', uuid, status: 'draft', published_at: null }]
  return {
    ghost,
    app: site.app,
    get: async (path: string) => (await request(site.app).get(path).expect(200)).text,
    linksAt: async (path: string) => {
      const { text } = await request(site.app).get(path).expect(200)
      const [prose] = /<div class="prose">[\s\S]*?<\/div>/.exec(text) ?? ['']
      return hrefsIn(prose)
    },
  }
}

const hrefsIn = (html: string) => elements(html, 'a').map(({ attributes }) => attributes.href)
const settled = ['/en/blog/texts', '/en/blog/tag/strategy', '/blog/textes']

it('resolves a link to the other language everywhere once that list is known', async () => {
  const site = await startBoth()
  const linksInApi = async () =>
    hrefsIn((await request(site.app).get('/api/posts/textes?lang=fr').expect(200)).body.posts[0].html)
  await site.get('/blog')
  const unsettled = ['/blog/texts', '/blog/tag/strategy', '/blog/textes']
  // The page is rendered, then read from the cache, then sent by the fast path.
  for (let time = 0; time < 3; time += 1) expect(await site.linksAt('/blog/textes')).toEqual(unsettled)
  const feed = await site.get('/rss.xml')
  expect(await linksInApi()).toEqual(unsettled)
  // No page requests the list of the other language.
  expect(site.ghost.calls.map((call) => call.searchParams.get('filter'))).toEqual(['tag:fr'])
  await site.get('/en/blog')
  for (let time = 0; time < 3; time += 1) expect(await site.linksAt('/blog/textes')).toEqual(settled)
  expect(await linksInApi()).toEqual(settled)
  expect(await site.linksAt(`/preview/${uuid}`)).toEqual(settled)
  const feeds = [await site.get('/rss.xml'), JSON.parse(await site.get('/feed.json')).items[0].content_html as string]
  expect(feeds[0]).not.toBe(feed)
  for (const text of feeds) for (const path of settled) expect(text).toContain(siteUrl + path)
})

it.each(['fr', 'en'])(
  'the sitemap lists a copy whose original is missing, also if the list in %s is read last',
  async (last) => {
    const site = await startBoth()
    site.ghost.state.posts.push(fakePost('copie', { canonical_url: `${site.ghost.url}/unknown/` }))
    site.ghost.state.answer = async (req, res, page) => {
      if (req.url?.includes(`tag%3A${last}`)) await sleep(200)
      res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(page))
    }
    expect(await site.get('/sitemap.xml')).toContain(`<loc>${siteUrl}/blog/copie</loc>`)
  },
)

const ada = { name: 'Ada Byron', slug: 'ada' }

const expectedLinks = [
  ...['/blog/cible', '/en/blog/target#part', '/blog/cible', '/en/blog/by-id', '/blog', '/blog', '/blog', '/blog'],
  ...['/blog/author/camille', '/en/blog/author/ada', '/blog#newsletter', '/blog/cible', '/blog/cible'],
]

// Permalinks with more than the slug, and a page of the CMS.
it('resolves links to the CMS to the posts with these addresses, or to the list', async () => {
  const { ghost, site } = await startSiteWithGhost([], { SITE_URL: siteUrl, GHOST_ADMIN_API_KEY: adminKey })
  const to = (path: string) => `<a href="${ghost.url}${path}">a</a>`
  const html = [
    to('/articles/cible/'),
    to('/2026/09/21/target/#part'),
    to('/Articles/Cible?ref=lettre'),
    to('/66ed01/'),
    to('/privacy/'),
    to('/articles/none/#part'),
    to('/tag/none/'),
    to('/author/none/'),
    to('/author/camille/'),
    to('/author/ada/'),
    '<a href="#/portal/signup">b</a>',
  ].join('')
  const card = `<div class="kg-card kg-button-card"><a href="${ghost.url}/articles/cible/" class="kg-btn">c</a></div>`
  const bookmark = `<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="${ghost.url}/articles/cible/">d</a></figure>`
  ghost.state.posts = [
    fakePost('cible', { url: `${ghost.url}/articles/cible/` }),
    fakePost('lien', {
      html: html + card + bookmark,
      url: `${ghost.url}/articles/lien/`,
      feature_image: `${ghost.url}/content/images/a.png`,
      feature_image_caption: to('/articles/cible/'),
    }),
    fakePost('cache', { url: `${ghost.url}/404/` }),
    fakePost('target', { url: `${ghost.url}/2026/09/21/target/`, tags: [tags.en], authors: [ada] }),
    fakePost('by-id', { url: `${ghost.url}/66ed01/`, tags: [tags.en] }),
  ]
  const get = async (path: string) => (await request(site.app).get(path).expect(200)).text
  for (const path of ['/blog', '/en/blog']) await get(path)
  const text = await get('/blog/lien')
  const [prose = ''] = /<div class="prose">[\s\S]*<\/figure>/.exec(text) ?? []
  expect(hrefsIn(prose)).toEqual(expectedLinks)
  expect(text).toMatch(/<figcaption><a href="\/blog\/cible">a<\/a><\/figcaption>/)
  for (const href of expectedLinks) await request(site.app).get(href.replace(/#.*/, '')).expect(200)
  const { body } = await request(site.app).get('/api/posts/lien?lang=fr').expect(200)
  expect(hrefsIn(body.posts[0].html)).toEqual(expectedLinks)
  const item = JSON.parse(await get('/feed.json')).items.find(({ url }: { url: string }) => url.endsWith('/lien'))
  expect(hrefsIn(item.content_html).filter((href) => href !== `${siteUrl}/blog/cible`)).toEqual(
    expectedLinks.filter((href) => href !== '/blog/cible').map((href) => siteUrl + href),
  )
  for (const all of [text, JSON.stringify(body), await get('/rss.xml')]) expect(all).not.toContain('permalink=')
})
