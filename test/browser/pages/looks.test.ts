import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import texts from '../../../locales/fr/common.json'
import { visit } from '../../support/browser.ts'
import { rowsOf } from '../../support/exhaustive.ts'
import { fakePost, tags } from '../../support/fake-ghost.ts'
import { shareSite } from '../../support/share-site.ts'
import { startSiteWithGhost } from '../../support/start-site.ts'
import { firstPaint, shifted } from '../support/layout-shifts.ts'

const site = await shareSite()

/** A key wakes the page's script, which otherwise waits for the fonts too. */
async function wake(page: Page) {
  await page.keyboard.press('Shift')
  await page.locator('header button[aria-expanded]').first().waitFor({ state: 'attached' })
}

const fontsLoaded = (page: Page) =>
  page.waitForFunction(() => document.fonts.status === 'loaded' && document.fonts.check('16px "Figtree Variable"'))

test.each(
  rowsOf(
    [
      { path: '/', width: 1280 },
      { path: '/en/blog', width: 360 },
    ],
    [
      { path: '/en', width: 360 },
      { path: '/blog', width: 1280 },
    ],
  ),
)('nothing moves while $path loads, $width pixels wide, even if its fonts are late', async (given) => {
  const { path, width } = given
  const { ghost, site } = await startSiteWithGhost()
  const feature_image = `${ghost.url}/content/images/2026/09/picture.png`
  ghost.state.posts = Array.from({ length: 24 }, (_, index) =>
    fakePost(`article-${index}`, { feature_image, tags: [index % 2 ? tags.fr : tags.en, tags.strategie] }),
  )
  const { page, visitor } = await visit(site.url, { width })
  const releaseFonts = await visitor.hold('**/*.woff2')
  const releasePictures = await visitor.hold('**/media/**')
  const picturesInView = () =>
    page.waitForFunction(() =>
      [...document.images].every((picture) => {
        const { top, bottom } = picture.getBoundingClientRect()
        return picture.complete || top > window.innerHeight || bottom < 0
      }),
    )

  await page.goto(path, { waitUntil: 'domcontentloaded' })
  await wake(page)
  await firstPaint(page)
  releasePictures()
  await picturesInView()
  await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
  await picturesInView()
  expect(await shifted(page)).toBe(0)

  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  releaseFonts()
  await fontsLoaded(page)
  expect(await shifted(page)).toBe(0)
})

test.each([
  { path: '/', width: 1280 },
  { path: '/en/blog', width: 360 },
  { path: '/blog/numeriser-sans-perdre-la-preuve', width: 1280 },
])('nothing moves on $path, $width pixels wide, if its script loads after late fonts', async (given) => {
  const { path, width } = given
  const { page, visitor } = await visit(site.url, { width })
  const releaseFonts = await visitor.hold('**/*.woff2')
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  // Longer than a browser waits for an optional font.
  await firstPaint(page, 300)
  releaseFonts()
  await fontsLoaded(page)

  await wake(page)
  expect(await shifted(page)).toBe(0)
})

test.each([
  { colorScheme: 'light' as const, ground: 'rgb(246, 244, 238)', text: 'rgb(12, 31, 43)' },
  { colorScheme: 'dark' as const, ground: 'rgb(12, 31, 43)', text: 'rgb(238, 240, 234)' },
])('a visitor who prefers $colorScheme gets that background, and text with contrast', async (given) => {
  const { colorScheme, ground, text } = given
  const { page, visitor } = await visit(site.url, { colorScheme })
  await visitor.open('/')

  const colours = await page.evaluate(() => {
    const { backgroundColor, color } = getComputedStyle(document.body)
    return { backgroundColor, color }
  })

  expect(colours).toEqual({ backgroundColor: ground, color: text })
})

test.each([
  { reducedMotion: 'no-preference' as const, moves: true },
  { reducedMotion: 'reduce' as const, moves: false },
])('animations respect the motion preference "$reducedMotion"', async (given) => {
  const { reducedMotion, moves } = given
  const { page, visitor } = await visit(site.url, { reducedMotion })
  await visitor.open('/')
  const running = () => page.evaluate(() => document.getAnimations().length > 0)
  const seen = () => page.evaluate(() => ('seen' in window ? [...(window.seen as Set<string>)] : null))
  await expect.poll(running).toBe(false)
  // Observes every frame from now on, including those of the navigation.
  await page.evaluate(() => {
    const seen = new Set<string>()
    const look = () => {
      for (const { effect } of document.getAnimations())
        if (effect instanceof KeyframeEffect) seen.add(effect.pseudoElement ?? effect.target?.tagName ?? '')
      requestAnimationFrame(look)
    }
    look()
    Object.assign(window, { seen })
  })

  // A bar shows that a page whose code is late is loading.
  const release = await visitor.hold(/\/assets\/about-/)
  await page.locator('main .button').first().hover()
  await page.locator('header').getByRole('link', { name: texts.nav.about }).click()
  await page.locator('main[aria-busy="true"]').waitFor()
  await expect.poll(running).toBe(moves)
  if (moves) await expect.poll(seen).toContain('P')
  release()
  await page.locator('main h1:focus').waitFor()
  await page.locator('main[aria-busy="false"]').waitFor()

  await expect.poll(running).toBe(false)
  // The bar is a paragraph. The next page fades in.
  expect(await seen()).toEqual(moves ? expect.arrayContaining(['P', 'DIV']) : [])
})

test.each(rowsOf(['/security/architecture', '/terms'], ['/ai']))(
  'on paper %s has its title below the header, and no links to the contents or the top',
  async (path) => {
    const { page, visitor } = await visit(site.url)
    await visitor.open(path)
    await page.emulateMedia({ media: 'print' })

    const places = await page.evaluate(() =>
      ['header', 'h1'].map((name) => document.querySelector(name)?.getBoundingClientRect()),
    )

    expect(places[1]?.top).toBeGreaterThan((places[0]?.bottom ?? Number.NaN) + 10)
    expect(await page.locator('a[href="#main"]:visible').count()).toBe(0)
    expect(await page.locator('main section h2').first().isVisible()).toBe(true)
  },
)

test('in print the water of the home page’s drawings has the paper’s colour', async () => {
  const { page, visitor } = await visit(site.url)
  await visitor.open('/')
  await page.emulateMedia({ media: 'print' })
  const strokes = await page
    .locator('main svg[viewBox="0 0 700 240"] path[stroke-width="47"]')
    .evaluateAll((paths) => paths.map((path) => getComputedStyle(path).stroke))
  expect(strokes).toHaveLength(3)
  expect(strokes).not.toContain('rgb(12, 31, 43)')
})
