import { load } from 'cheerio'
import request from 'supertest'
import { expect, it } from 'vitest'
import { splitAtSignUp } from '../../../client/article/article-html.ts'
import { normaliseIds } from '../../../server/posts/html/ids.ts'
import { parseTree } from '../../../server/posts/html/tree.ts'
import { fakePost, tags } from '../../support/fake-ghost.ts'
import { blocksOf, htmlCases, languageOf, sectionsOf } from '../../support/html-cases.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'
import { elements } from '../support/html.ts'

const { ghost, site } = await shareSiteWithGhost([], { SITE_URL: 'https://www.site.example' })

/** A case as one post. The fake Ghost has no .jpg, so the site learns no size that could differ from one run to the next. */
function wholeOf(name: string, part: 'in' | 'out' | 'feed'): string {
  return sectionsOf(name, ghost.url)
    .map((section) => section[part])
    .join('\n\n')
    .replaceAll('.png', '.jpg')
}

ghost.state.posts = [
  ...htmlCases.map((name) => fakePost(name, { html: wholeOf(name, 'in'), tags: [tags[languageOf(name)]] })),
  // Posts to which the cases link.
  ...['loi-25', 'toutes-les-cartes'].map((slug) => fakePost(slug, { tags: [tags.fr, tags.en] })),
  fakePost('texte', { html: '<p>Un texte.</p><pre><code class="language-js">let a = 1</code></pre>' }),
]
const textAt = async (path: string) => (await request(site.app).get(path)).text
const feed = JSON.parse(await textAt('/feed.json')) as { items: { id: string; content_html: string }[] }

it.each(htmlCases)('the API, the page and the feed have the post of test/html/%s as it should be', async (name) => {
  const prefix = languageOf(name) === 'en' ? '/en' : ''
  const { body } = await request(site.app)
    .get(`/api/posts/${name}?lang=${languageOf(name)}`)
    .expect(200)
  const { html } = body.posts[0] as { html: string }
  expect(blocksOf(html)).toEqual(blocksOf(wholeOf(name, 'out')))
  const { before, after } = splitAtSignUp(html)
  const page = await textAt(`${prefix}/blog/${name}`)
  expect(page).toContain(`>${before}</div>`)
  expect(page).toContain(after)
  if (sectionsOf(name, ghost.url)[0]?.feed === null) return
  const item = feed.items.find(({ id }) => id === `id-${name}`)
  expect(blocksOf(item?.content_html ?? '')).toEqual(blocksOf(wholeOf(name, 'feed')))
})

it('only articles have the styles of authors’ HTML, and of cards if they have one', async () => {
  const rulesAt = async (path: string) => {
    const style = elements(await textAt(path), 'style')[0]?.inner ?? ''
    return ['.prose', '.hljs-', '.kg-callout-card'].filter((selector) => style.includes(selector))
  }
  expect(await rulesAt('/blog/texte')).toEqual(['.prose', '.hljs-'])
  expect(await rulesAt('/blog/more-cards')).toEqual(['.prose', '.hljs-', '.kg-callout-card'])
  for (const path of ['/', '/blog', '/contact', '/nowhere']) expect([path, await rulesAt(path)]).toEqual([path, []])
})

it('the browser’s bundle has neither the highlighter nor the sanitiser', async () => {
  const modules = /data-modules="([^"]*)"/.exec(await textAt('/blog/all-cards'))?.[1]?.split(' ') ?? []
  expect(modules.length).toBeGreaterThan(2)
  for (const module of modules) expect(await textAt(module)).not.toMatch(/hljs|highlightAuto|sanitizeHtml/)
})

it.each(['all-cards', 'more-cards'])(
  'each id on the page of %s is unique, and posts cannot use the page’s own',
  async (slug) => {
    const page = load(await textAt(`/blog/${slug}`))
    const idsIn = (selector: string) =>
      page(selector)
        .map((_, element) => page(element).attr('id') ?? '')
        .get()
    const ids = idsIn('[id]')
    expect(ids).toEqual([...new Set(ids)])
    page('.prose').remove()
    const own = idsIn('body [id]')
    expect(own).toEqual(expect.arrayContaining(['main', 'page-data', 'menu', 'on-this-page']))
    for (const id of own) {
      const tree = parseTree(`<p id="${id}">a</p>`)
      normaliseIds(tree)
      expect(tree('p').attr('id'), `a post may take the page's own id "${id}"`).not.toBe(id)
    }
  },
)

it('each link within a post or its table of contents has a target in the post', async () => {
  const page = load(await textAt('/blog/all-cards'))
  const targets = page('article a[href^="#"]').map((_, link) =>
    decodeURIComponent(page(link).attr('href') ?? '').slice(1),
  )
  expect(targets.get()).toEqual(expect.arrayContaining(['texte', 'fichiers-son-et-vidéo', 'fn1', 'fnref1']))
  expect(targets.get().filter((target) => page(`[id="${target}"]`).length !== 1)).toEqual([])
})

it('replaces a sign-up card with the site’s newsletter block and the card’s texts', async () => {
  const page = load(await textAt('/blog/all-cards'))
  expect(page('article form').attr()).toMatchObject({ method: 'post', action: '/api/newsletter' })
  expect(page('article #newsletter h2').text()).toBe('Recevez la lettre')
  expect(page('article #newsletter h2 + p').text()).toBe('Une fois par mois, pas plus.')
  expect(page('.prose')).toHaveLength(2)
  expect(page('.prose').first().text()).toContain('Un grand titre')
  expect(page('.prose').last().text()).toContain('Audit d’accessibilité')
})
