import { load } from 'cheerio'
import request from 'supertest'
import { expect, it } from 'vitest'
import { openBrowser } from '../support/browser.ts'
import { startSite } from '../support/start-site.ts'
import { env } from './support/env.ts'

const path = '/blog/toutes-les-cartes'

it('every card of Ghost’s editor is shown on the page, without other remains of its markup', async () => {
  await using site = await startSite(env)
  const page = load((await request(site.app).get(path)).text)
  for (const [selector, count] of Object.entries({
    'figure.kg-image-card img[srcset]': 3,
    '.kg-gallery-row': 2,
    '.kg-gallery-image[class*="kg-grow-"]': 5,
    'a.kg-bookmark-container[href="https://ghost.org/docs/content-api/"] .kg-bookmark-thumbnail img': 1,
    '.kg-embed[data-frame^="https://www.youtube-nocookie.com/embed/"]': 1,
    '.kg-embed[data-frame^="https://platform.twitter.com/embed/"] blockquote': 1,
    'pre .hljs-keyword': 1,
    'pre code': 2,
    '.kg-callout-card-blue .kg-callout-emoji': 1,
    '.kg-callout-card-accent': 1,
    '.prose details > summary': 1,
    '.kg-button-card.kg-align-center a.kg-btn': 1,
    '.kg-cta-bg-green .kg-cta-button.kg-tone-dark': 1,
    '.kg-header-card.kg-has-picture h2': 1,
    'article form[action="/api/newsletter"]': 1,
    '.kg-product-card [role="img"][aria-label$=": 4 sur 5"]': 1,
    'a.kg-file-card-container[download]': 1,
    'audio[controls][aria-label]': 1,
    'video[controls][poster^="/media/"]': 1,
    '#carte-html': 1,
    'th.kg-text-right': 1,
    'a.footnote-backref[aria-label]': 1,
    'blockquote.kg-blockquote-alt': 1,
  }))
    expect([selector, page(`article ${selector.replace(/^article /, '')}`).length]).toEqual([selector, count])
  const inert = 'script, style, link, meta, iframe, object, embed, form, input, button, svg, [style]'
  expect(page('.prose').find(inert)).toHaveLength(0)
  expect(page('article').html()).not.toMatch(/<[^>]+\son\w+=/)
})

it('loads pictures, videos and sounds of cards in a browser, without requests to third parties', async () => {
  await using site = await startSite(env)
  await using visitor = await openBrowser(site.url)
  const { page } = visitor
  await visitor.open(path)
  const pictures = page.locator('.prose img')
  const count = await pictures.count()
  expect(count).toBeGreaterThan(12)
  for (let index = 0; index < count; index += 1) {
    await pictures.nth(index).scrollIntoViewIfNeeded()
    const loaded = () => pictures.nth(index).evaluate((picture: HTMLImageElement) => picture.naturalWidth)
    await expect.poll(loaded, { message: `picture ${index}` }).toBeGreaterThan(0)
  }
  for (const kind of ['audio', 'video']) {
    await page.locator(kind).scrollIntoViewIfNeeded()
    const known = () =>
      page.locator(kind).evaluate((player: HTMLMediaElement) => player.duration > 0 && player.error === null)
    await expect.poll(known, { message: kind }).toBe(true)
  }
})
