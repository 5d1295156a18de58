import { load } from 'cheerio'
import request from 'supertest'
import { expect, it } from 'vitest'
import { normaliseIds } from '../../../server/posts/html/ids.ts'
import { parseTree } from '../../../server/posts/html/tree.ts'
import { cardsHtml } from '../../support/cards.ts'
import { fakePost } from '../../support/fake-ghost.ts'
import { leftoversOf } from '../../support/leftovers.ts'
import { startSite, startSiteWithGhost } from '../../support/start-site.ts'
import { elements } from '../support/html.ts'

it('only articles have the styles of authors’ markup, and those of cards if they have any', async () => {
  const { site } = await startSiteWithGhost([
    fakePost('texte', { html: '<p>Un texte.</p><pre><code class="language-js">let a = 1</code></pre>' }),
    fakePost('encadre', { html: '<div class="kg-card kg-callout-card"><div class="kg-callout-text">Note</div></div>' }),
  ])
  const rulesAt = async (path: string) => {
    const style = elements((await request(site.app).get(path)).text, 'style')[0]?.inner ?? ''
    return ['.prose', '.hljs-', '.kg-callout-card'].filter((selector) => style.includes(selector))
  }
  expect(await rulesAt('/blog/texte')).toEqual(['.prose', '.hljs-'])
  expect(await rulesAt('/blog/encadre')).toEqual(['.prose', '.hljs-', '.kg-callout-card'])
  for (const path of ['/', '/blog', '/contact', '/nowhere']) expect([path, await rulesAt(path)]).toEqual([path, []])
})

it('highlighting happens on the server: the browser’s bundle knows nothing of it', async () => {
  await using site = await startSite()
  const { text } = await request(site.app).get('/blog/numeriser-sans-perdre-la-preuve')
  const modules = /data-modules="([^"]*)"/.exec(text)?.[1]?.split(' ') ?? []
  expect(modules.length).toBeGreaterThan(2)
  for (const module of modules)
    expect((await request(site.app).get(module)).text).not.toMatch(/hljs|highlightAuto|sanitizeHtml/)
})

it('whatever ids a post has, a page has each once, and none of its own is taken by the post', async () => {
  const { ghost, site } = await startSiteWithGhost()
  ghost.state.posts = (['all', 'more'] as const).map((name) => fakePost(name, { html: cardsHtml(name, ghost.url) }))
  for (const slug of ['all', 'more']) {
    const page = load((await request(site.app).get(`/blog/${slug}`)).text)
    const ids = page('[id]')
      .map((_, element) => page(element).attr('id') ?? '')
      .get()
    expect(ids).toEqual([...new Set(ids)])
    page('.prose').remove()
    const own = page('body [id]')
      .map((_, element) => page(element).attr('id') ?? '')
      .get()
    expect(own).toEqual(expect.arrayContaining(['main', 'page-data', 'menu', 'on-this-page']))
    for (const id of own) {
      const tree = parseTree(`<p id="${id}">a</p>`)
      normaliseIds(tree)
      expect(tree('p').attr('id'), `a post may take the page's own id "${id}"`).not.toBe(id)
    }
  }
})

it('every link within a post or its table of contents leads somewhere', async () => {
  const { ghost, site } = await startSiteWithGhost()
  ghost.state.posts = [fakePost('all', { html: cardsHtml('all', ghost.url) })]
  const page = load((await request(site.app).get('/blog/all')).text)
  const targets = page('article a[href^="#"]').map((_, link) =>
    decodeURIComponent(page(link).attr('href') ?? '').slice(1),
  )
  expect(targets.get()).toEqual(expect.arrayContaining(['texte', 'fichiers-son-et-vidéo', 'fn1', 'fnref1']))
  for (const target of targets.get()) expect([target, page(`[id="${target}"]`).length]).toEqual([target, 1])
})

it('a sign-up card is the site’s own newsletter block, in its place and with its words', async () => {
  const { ghost, site } = await startSiteWithGhost()
  ghost.state.posts = [fakePost('all', { html: cardsHtml('all', ghost.url) })]
  const page = load((await request(site.app).get('/blog/all')).text)
  const form = page('article form')
  expect(form.attr()).toMatchObject({ method: 'post', action: '/api/newsletter' })
  expect(page('article #newsletter h2').text()).toBe('Recevez la lettre')
  expect(page('article #newsletter h2 + p').text()).toBe('Une fois par mois, pas plus.')
  expect(page('.prose')).toHaveLength(2)
  expect(page('.prose').first().text()).toContain('Un grand titre')
  expect(page('.prose').last().text()).toContain('Audit d’accessibilité')
})

it('markup that only an editor or an importer understands is replaced, on the page and in the feed', async () => {
  const { ghost, site } = await startSiteWithGhost()
  const rows = leftoversOf(ghost.url)
  ghost.state.posts = [fakePost('restes', { html: rows.map(([html]) => `<div>${html}</div>`).join('') })]
  const [page, feed] = await Promise.all([request(site.app).get('/blog/restes'), request(site.app).get('/feed.json')])
  const { origin } = new URL(feed.body.feed_url)
  const texts = [page.text.replace(/<\/?span>| (?:rel|class)="[^"]*"/g, ''), String(feed.body.items[0].content_html)]
  for (const [, shown] of rows) for (const text of texts) expect(text.replaceAll(`"${origin}/`, '"/')).toContain(shown)
})
