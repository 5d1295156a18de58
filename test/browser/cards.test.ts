import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import en from '../../locales/en/blog.json'
import fr from '../../locales/fr/blog.json'
import { openBrowser } from '../support/browser.ts'
import { fakePost, startFakeGhost, tags } from '../support/fake-ghost.ts'
import { startSite } from '../support/start-site.ts'
import { showMedia, startCards } from './card-posts.ts'

/** As WCAG 2.2 reckons them, of a link within each of the cards and what the card is painted with. */
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
      const [one, other] = [getComputedStyle(link).color, getComputedStyle(card).backgroundColor].map(luminance)
      const [low = 0, high = 0] = [one ?? 0, other ?? 0].sort((first, second) => first - second)
      return [(high + 0.05) / (low + 0.05)]
    })
  })
}

test.each(['light', 'dark'] as const)('a link in a dark card can be read, in the %s scheme', async (colorScheme) => {
  await using site = await startCards()
  await using visitor = await openBrowser(site.url, { colorScheme })
  await showMedia(visitor.page)
  await visitor.open('/blog/more')
  const contrasts = await contrastsOf(visitor.page, '.kg-header-card, .kg-callout-card-accent')
  expect(contrasts.length).toBeGreaterThanOrEqual(3)
  expect(Math.min(...contrasts)).toBeGreaterThan(4.5)
})

test('a toggle opens and closes by the keyboard, with and without JavaScript', async () => {
  await using site = await startCards()
  for (const javaScript of [true, false]) {
    await using visitor = await openBrowser(site.url, { javaScript })
    const { page } = visitor
    await showMedia(page)
    await visitor.open('/blog/all')
    const answer = page.getByText('La réponse, que l’on')
    expect(await answer.isVisible()).toBe(false)
    await page.locator('summary').focus()
    await page.keyboard.press('Enter')
    await answer.waitFor({ state: 'visible' })
    await page.keyboard.press('Space')
    await answer.waitFor({ state: 'hidden' })
  }
})

test('sounds and films have the browser’s own controls', async () => {
  await using site = await startCards()
  await using visitor = await openBrowser(site.url)
  await showMedia(visitor.page)
  await visitor.open('/blog/all')
  for (const kind of ['audio', 'video']) {
    const player = visitor.page.locator(kind)
    expect(await player.evaluate((element: HTMLMediaElement) => element.controls)).toBe(true)
    expect((await player.boundingBox())?.width).toBeGreaterThan(200)
  }
})

test('a film has the captions that its author gives', async () => {
  await using ghost = await startFakeGhost()
  ghost.state.pictures = {
    '/content/files/v.vtt': (_req, res) =>
      res.writeHead(200, { 'Content-Type': 'text/vtt' }).end('WEBVTT\n\n00:00.000 --> 00:09.000\nBonjour\n'),
  }
  const track = `<track kind="captions" srclang="fr" label="Français" src="${ghost.url}/content/files/v.vtt" default>`
  const html = `<video controls src="${ghost.url}/content/media/v.mp4">${track}</video>`
  ghost.state.posts = [fakePost('film', { html, tags: [tags.fr] })]
  await using site = await startSite(ghost.env)
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
  await using site = await startCards()
  await using visitor = await openBrowser(site.url, { width })
  const { page } = visitor
  await showMedia(page)
  await visitor.open('/blog/more')
  const pictures = page.locator('.kg-gallery-row img')
  await pictures.first().scrollIntoViewIfNeeded()
  const loaded = () => pictures.evaluateAll((all: HTMLImageElement[]) => all.every((one) => one.naturalWidth > 0))
  await expect.poll(loaded).toBe(true)

  const boxes = await pictures.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect))

  const [first] = boxes
  for (const { height } of boxes) expect(height).toBeCloseTo(first?.height ?? 0, 0)
  const ratios = boxes.map((box) => box.width / box.height)
  for (const [index, ratio] of [600 / 1100, 2000 / 703, 1].entries())
    expect(Math.abs((ratios[index] ?? 0) / ratio - 1)).toBeLessThan(0.03)
})

test('the newsletter block in an article subscribes, and without JavaScript leads to the list that says so', async () => {
  await using site = await startCards()
  for (const javaScript of [true, false]) {
    await using visitor = await openBrowser(site.url, { javaScript })
    const { page } = visitor
    await showMedia(page)
    await visitor.open('/en/blog/all')
    await page.locator('article').getByLabel(en.newsletter.label).fill('zoe@example.com')
    await page.locator('article form').getByRole('button').click()
    await page.getByText(en.newsletter.success).waitFor()
    expect(new URL(page.url()).pathname).toBe(javaScript ? '/en/blog/all' : '/en/blog')
  }
})

test('an article reached by a link has its cards’ looks from its first moment, and façades that open', async () => {
  await using site = await startCards()
  await using visitor = await openBrowser(site.url)
  const { page } = visitor
  await showMedia(page)
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

const screens = [
  { name: 'a phone', width: 320, colorScheme: 'light' },
  { name: 'a phone in the dark', width: 360, colorScheme: 'dark' },
  { name: 'a desk', width: 1280, colorScheme: 'light' },
  { name: 'a desk in the dark', width: 1280, colorScheme: 'dark' },
] as const

test.each(screens)(
  'articles with every card are free of barriers and never wider than $name',
  { timeout: 120_000 },
  async (screen) => {
    await using site = await startCards()
    await using visitor = await openBrowser(site.url, { ...screen, reducedMotion: 'reduce' })
    const { page } = visitor
    await showMedia(page)
    const found: string[] = []
    for (const address of ['/blog/all', '/en/blog/more']) {
      await visitor.open(address)
      await page.locator('.kg-embed').getByRole('button').first().waitFor()
      await page.locator('details').evaluateAll((all: HTMLDetailsElement[]) => {
        for (const one of all) one.open = true
      })
      const { violations } = await new AxeBuilder({ page }).analyze()
      found.push(
        ...violations.map(
          ({ id, nodes }) => `${address}: ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
        ),
      )
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      if (width > screen.width) found.push(`${address}: ${width} pixels wide`)
    }
    expect(found).toEqual([])
  },
)
