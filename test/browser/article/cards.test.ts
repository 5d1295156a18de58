import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import en from '../../../locales/en/blog.json'
import fr from '../../../locales/fr/blog.json'
import { openBrowser } from '../../support/browser.ts'
import { rowsOf } from '../../support/exhaustive.ts'
import { fakePost, tags } from '../../support/fake-ghost.ts'
import { shareBrowser } from '../../support/share-browser.ts'
import { startSiteWithGhost } from '../../support/start-site.ts'
import { violationsIn } from '../support/barriers.ts'
import { showMedia, shareCards } from '../support/card-posts.ts'

const site = await shareCards()
const visitor = await shareBrowser(site.url, { reducedMotion: 'reduce' })
const { page } = visitor
const scriptless = await shareBrowser(site.url, { javaScript: false, reducedMotion: 'reduce' })

/** The contrast (WCAG 2.2) of a link in each card with the card's background. */
function contrastsOf(page: Page, cards: string) {
  return page.locator(cards).evaluateAll((all) => {
    const luminance = (colour: string) => {
      const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map((part) => {
        const share = Number(part) / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    return all.flatMap((card) => {
      const link = card.querySelector('a:not(.kg-header-card-button)')
      if (link === null) return []
      const [text, ground] = [getComputedStyle(link).color, getComputedStyle(card).backgroundColor].map(luminance)
      const [low = 0, high = 0] = [text ?? 0, ground ?? 0].sort((a, b) => a - b)
      return [(high + 0.05) / (low + 0.05)]
    })
  })
}

test.each(['light', 'dark'] as const)('a link in a dark card can be read, in the %s scheme', async (colorScheme) => {
  await page.emulateMedia({ colorScheme })
  await showMedia(page)
  await page.goto('/blog/more')
  const contrasts = await contrastsOf(page, '.kg-header-card, .kg-callout-card-accent')
  expect(contrasts.length).toBeGreaterThanOrEqual(3)
  expect(Math.min(...contrasts)).toBeGreaterThan(4.5)
})

test('in print the text of dark cards is dark', async () => {
  await showMedia(page)
  await page.goto('/blog/more')
  await page.emulateMedia({ media: 'print', colorScheme: 'light' })
  const coloursOf = (cards: string) =>
    page.locator(cards).evaluateAll((all) => all.map((card) => getComputedStyle(card).color))
  const colours = await coloursOf('.kg-header-card, .kg-callout-card-accent')
  expect(colours.length).toBeGreaterThanOrEqual(3)
  expect([...new Set(colours)]).toEqual(await coloursOf('.prose'))
})

test('code and links in marked text can be read in the dark', async () => {
  const { ghost, site } = await startSiteWithGhost()
  const html = '<p><mark>Voir <code>npm</code> et <a href="/ai">ceci</a></mark></p>'
  ghost.state.posts = [fakePost('marque', { html, tags: [tags.fr] })]
  await using visitor = await openBrowser(site.url, { colorScheme: 'dark', reducedMotion: 'reduce' })
  await visitor.open('/blog/marque')
  expect(await violationsIn(visitor.page, '.prose')).toEqual([])
})

test('in print a closed toggle shows its content', async () => {
  const { page, open } = scriptless
  await showMedia(page)
  await open('/blog/all')
  const answer = page.getByText('La réponse, que l’on')
  const isRendered = () => answer.evaluate((element) => element.checkVisibility())
  expect(await isRendered()).toBe(false)
  await page.emulateMedia({ media: 'print' })
  expect(await isRendered()).toBe(true)
  expect((await answer.boundingBox())?.height).toBeGreaterThan(10)
})

test('a toggle opens and closes by the keyboard, with and without JavaScript', async () => {
  for (const { page, open } of [visitor, scriptless]) {
    await showMedia(page)
    await open('/blog/all')
    const answer = page.getByText('La réponse, que l’on')
    expect(await answer.isVisible()).toBe(false)
    await page.locator('.prose summary').focus()
    await page.keyboard.press('Enter')
    await answer.waitFor({ state: 'visible' })
    await page.keyboard.press('Space')
    await answer.waitFor({ state: 'hidden' })
  }
})

test('sounds and films have the browser’s own controls', async () => {
  await showMedia(page)
  await page.goto('/blog/all')
  for (const kind of ['audio', 'video']) {
    const player = page.locator(kind)
    expect(await player.evaluate((element: HTMLMediaElement) => element.controls)).toBe(true)
    expect((await player.boundingBox())?.width).toBeGreaterThan(200)
  }
})

test('a film has the captions that its author gives', async () => {
  const { ghost, site } = await startSiteWithGhost()
  ghost.state.pictures = {
    '/content/files/v.vtt': (_req, res) =>
      res.writeHead(200, { 'Content-Type': 'text/vtt' }).end('WEBVTT\n\n00:00.000 --> 00:09.000\nBonjour\n'),
  }
  const track = `<track kind="captions" srclang="fr" label="Français" src="${ghost.url}/content/files/v.vtt" default>`
  const html = `<video controls src="${ghost.url}/content/media/v.mp4">${track}</video>`
  ghost.state.posts = [fakePost('film', { html, tags: [tags.fr] })]
  await using visitor = await openBrowser(site.url)
  await visitor.page.route('**/media/content/media/**', (route) =>
    route.fulfill({ contentType: 'video/mp4', body: '' }),
  )
  await visitor.open('/blog/film')
  const cues = () =>
    visitor.page.locator('video').evaluate(({ textTracks: [track] }: HTMLVideoElement) => track?.cues?.length)
  await expect.poll(cues).toBe(1)
})

test.each([320, 1280])('rows of a gallery have one height and keep proportions, %i pixels wide', async (width) => {
  await page.setViewportSize({ width, height: 800 })
  await showMedia(page)
  await page.goto('/blog/more')
  const pictures = page.locator('.kg-gallery-row img')
  await pictures.first().scrollIntoViewIfNeeded()
  const loaded = () => pictures.evaluateAll((all: HTMLImageElement[]) => all.every((image) => image.naturalWidth > 0))
  await expect.poll(loaded).toBe(true)

  const boxes = await pictures.evaluateAll((all) => all.map((node) => node.getBoundingClientRect().toJSON() as DOMRect))

  const [first] = boxes
  for (const { height } of boxes) expect(height).toBeCloseTo(first?.height ?? 0, 0)
  const ratios = boxes.map((box) => box.width / box.height)
  for (const [index, ratio] of [600 / 1100, 2000 / 703, 1].entries())
    expect(Math.abs((ratios[index] ?? 0) / ratio - 1)).toBeLessThan(0.03)
})

test('the newsletter block in an article subscribes, and without JavaScript leads to the list that says so', async () => {
  for (const { page, open } of [visitor, scriptless]) {
    await showMedia(page)
    await open('/en/blog/all')
    await page.locator('article').getByLabel(en.newsletter.label).fill('zoe@example.com')
    await page.locator('article form').getByRole('button').click()
    await page.getByText(en.newsletter.success).waitFor()
    expect(new URL(page.url()).pathname).toBe(page === visitor.page ? '/en/blog/all' : '/en/blog')
  }
})

test('an article that was reached by a link has its cards’ style at once, and façades that open', async () => {
  await showMedia(page)
  // Later than the article's code, texts and post.
  await page.route('**/assets/cards-*.css', async (route) => {
    await delay(500)
    await route.continue()
  })
  await visitor.open('/blog')
  await visitor.mark()
  await page.evaluate(() => {
    new MutationObserver(() => {
      const card = document.querySelector('.kg-callout-card')
      if (card && !('display' in window)) Object.assign(window, { display: getComputedStyle(card).display })
    }).observe(document, { childList: true, subtree: true })
  })
  await page.getByRole('link', { name: 'Titre de all' }).click()
  await page.getByRole('button', { name: fr.embedShow }).first().waitFor()
  expect(await page.evaluate(() => 'display' in window && window.display)).toBe('flex')
  expect(await visitor.stayed()).toBe(true)
})

const [phone, darkPhone, desk, darkDesk] = [
  { name: 'a phone', width: 320, colorScheme: 'light' },
  { name: 'a phone in the dark', width: 360, colorScheme: 'dark' },
  { name: 'a desk', width: 1280, colorScheme: 'light' },
  { name: 'a desk in the dark', width: 1280, colorScheme: 'dark' },
] as const
const [all, more] = ['/blog/all', '/en/blog/more']

async function openWithEverything(address: string) {
  await showMedia(page)
  await visitor.open(address)
  await page.locator('.kg-embed').getByRole('button').first().waitFor()
  await page.locator('details').evaluateAll((details: HTMLDetailsElement[]) => {
    for (const element of details) element.open = true
  })
}

test.each([all, more])('%s is never wider than its window', async (address) => {
  await openWithEverything(address)
  for (const { width } of [phone, darkPhone, desk]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width} pixels`).toBeLessThanOrEqual(
      width,
    )
  }
})

test.each(
  rowsOf(
    [
      { address: all, screen: phone },
      { address: more, screen: darkDesk },
    ],
    [
      { address: all, screen: darkPhone },
      { address: all, screen: desk },
      { address: all, screen: darkDesk },
      { address: more, screen: phone },
      { address: more, screen: darkPhone },
      { address: more, screen: desk },
    ],
  ),
)('$address is free of barriers on $screen.name', async ({ address, screen }) => {
  await page.setViewportSize({ width: screen.width, height: 800 })
  await page.emulateMedia({ colorScheme: screen.colorScheme })
  await openWithEverything(address)
  expect(await violationsIn(page)).toEqual([])
})
