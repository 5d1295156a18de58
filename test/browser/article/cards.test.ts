import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import en from '../../../locales/en/blog.json'
import fr from '../../../locales/fr/blog.json'
import { isInSight, openBrowser } from '../../support/browser.ts'
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

test('links in dark cards have one colour on a screen, and text in dark cards is dark on paper', async () => {
  await showMedia(page)
  await page.goto('/blog/more')
  const dark = ':is(.kg-callout-card-accent, .kg-header-card:not(.kg-tone-light))'
  const coloursOf = (selector: string) =>
    page.locator(selector).evaluateAll((all) => all.map((element) => getComputedStyle(element).color))
  const links = await coloursOf(`${dark} a:not(.kg-header-card-button)`)
  expect(links.length).toBeGreaterThanOrEqual(4)
  // axe checks the contrast of these links, except for the one on a picture.
  expect(new Set(links).size).toBe(1)
  await page.emulateMedia({ media: 'print', colorScheme: 'light' })
  const words = await coloursOf('.kg-header-card, .kg-callout-card-accent')
  expect(words.length).toBeGreaterThanOrEqual(3)
  expect([...new Set(words)]).toEqual(await coloursOf('.prose'))
})

test('a toggle works by keyboard with and without JavaScript, and is open on paper', async () => {
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
    await page.emulateMedia({ media: 'print' })
    await expect.poll(() => answer.evaluate((element) => element.checkVisibility())).toBe(true)
    expect((await answer.boundingBox())?.height).toBeGreaterThan(10)
  }
})

test('the header covers no focused element of an article, and players are wide enough', async () => {
  await showMedia(page)
  await visitor.open('/blog/all')
  const header = await page.locator('header').first().boundingBox()
  for (const kind of ['summary', 'audio', 'video']) {
    const { top, width } = await page.locator(`.prose ${kind}`).evaluate((element: HTMLElement) => {
      window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' })
      element.focus()
      const { top, width } = element.getBoundingClientRect()
      return { top, width }
    })
    expect(top, kind).toBeGreaterThanOrEqual(header?.height ?? Number.NaN)
    expect(width, kind).toBeGreaterThan(200)
  }
})

test.each(['vid%C3%A9o', 'vid%c3%a9o', 'vidéo'])('an address ending in …%s leads to its heading', async (spelling) => {
  await showMedia(page)
  await visitor.open(`/blog/all#fichiers-son-et-${spelling}`)
  const top = () =>
    page.locator('[id="fichiers-son-et-vidéo"]').evaluate((heading) => heading.getBoundingClientRect().top)
  await expect.poll(top).toBeLessThan(400)
  expect(await top()).toBeGreaterThan(0)
})

test('notes lead to the foot of the article and back', async () => {
  await showMedia(page)
  await visitor.open('/blog/all')
  const inView = (id: string) => isInSight(page.locator(`[id="${id}"]`))
  await page.getByRole('link', { name: '[1]' }).click()
  await expect.poll(() => inView('fn1')).toBe(true)
  await page.getByRole('link', { name: fr.backToText }).click()
  await expect.poll(() => inView('fnref1')).toBe(true)
})

test('a video has its author’s captions', async () => {
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

test('pictures in a gallery’s row have one height and their proportions, 320 and 1280 pixels wide', async () => {
  await showMedia(page)
  await page.goto('/blog/more')
  const pictures = page.locator('.kg-gallery-row img')
  await pictures.first().scrollIntoViewIfNeeded()
  const loaded = () => pictures.evaluateAll((all: HTMLImageElement[]) => all.every((image) => image.naturalWidth > 0))
  await expect.poll(loaded).toBe(true)
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const boxes = await pictures.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect))
    for (const { height } of boxes) expect(height).toBeCloseTo(boxes[0]?.height ?? 0, 0)
    for (const [index, ratio] of [600 / 1100, 2000 / 703, 1].entries()) {
      const { width = 0, height = 1 } = boxes[index] ?? {}
      expect(Math.abs(width / height / ratio - 1)).toBeLessThan(0.03)
    }
  }
})

test('the newsletter block in an article subscribes; without JavaScript the list shows the outcome', async () => {
  for (const { page, open } of [visitor, scriptless]) {
    await showMedia(page)
    await open('/en/blog/all')
    await page.locator('article').getByLabel(en.newsletter.label).fill('zoe@example.com')
    await page.locator('article form').getByRole('button').click()
    await page.getByText(en.newsletter.success).waitFor()
    expect(new URL(page.url()).pathname).toBe(page === visitor.page ? '/en/blog/all' : '/en/blog')
  }
})

test('an article opened by a link has its cards’ style at once, and façades that open', async () => {
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

test.each(
  rowsOf(
    [
      { address: all, screen: phone },
      { address: more, screen: desk },
      { address: more, screen: darkDesk },
    ],
    [
      { address: all, screen: darkPhone },
      { address: all, screen: desk },
      { address: all, screen: darkDesk },
      { address: more, screen: phone },
      { address: more, screen: darkPhone },
    ],
  ),
)('$address is free of barriers on $screen.name, and never wider than its window', async ({ address, screen }) => {
  await page.setViewportSize({ width: screen.width, height: 800 })
  await page.emulateMedia({ colorScheme: screen.colorScheme })
  await showMedia(page)
  await visitor.open(address)
  await page.locator('.kg-embed').getByRole('button').first().waitFor()
  await page.locator('details').evaluateAll((details: HTMLDetailsElement[]) => {
    for (const one of details) one.open = true
  })
  expect(await violationsIn(page)).toEqual([])
  for (const { width } of [phone, darkPhone, desk]) {
    await page.setViewportSize({ width, height: 800 })
    const { scrollWidth } = await page.evaluate(() => ({ scrollWidth: document.documentElement.scrollWidth }))
    expect(scrollWidth, `${width} pixels`).toBeLessThanOrEqual(width)
  }
})
