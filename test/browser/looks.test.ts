import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import texts from '../../locales/fr/common.json'
import { openBrowser } from '../support/browser.ts'
import { fakePost, startFakeGhost, tags } from '../support/fake-ghost.ts'
import { startSite } from '../support/start-site.ts'

/** The sum of all layout shifts so far. */
function shifted(page: Page): Promise<number> {
  return page.evaluate(async () => {
    let sum = 0
    // Layout shifts are not in TypeScript's library: https://wicg.github.io/layout-instability/#sec-layout-shift
    const add = (entries: (PerformanceEntry & { value?: number })[]) => {
      for (const { value = 0 } of entries) sum += value
    }
    const observer = new PerformanceObserver((list) => add(list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    // What is buffered is handed over in a task of its own, before the second frame.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    add(observer.takeRecords())
    return sum
  })
}

test.each([
  { path: '/', width: 1280 },
  { path: '/en', width: 360 },
  { path: '/blog', width: 1280 },
  { path: '/en/blog', width: 360 },
])('nothing moves while $path loads $width pixels wide, nor when its fonts are late', async (given) => {
  const { path, width } = given
  await using ghost = await startFakeGhost()
  const feature_image = `${ghost.url}/content/images/2026/09/picture.png`
  ghost.state.posts = Array.from({ length: 24 }, (_, index) =>
    fakePost(`article-${index}`, { feature_image, tags: [index % 2 ? tags.fr : tags.en, tags.strategie] }),
  )
  await using site = await startSite(ghost.env)
  await using visitor = await openBrowser(site.url, { width })
  const { page } = visitor
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
  // A key wakes the page's script, which otherwise waits for the fonts too.
  await page.keyboard.press('Shift')
  await page.locator('header button[aria-expanded]').first().waitFor({ state: 'attached' })
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  releasePictures()
  await picturesInView()
  await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
  await picturesInView()
  expect(await shifted(page)).toBe(0)

  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  releaseFonts()
  await page.waitForFunction(
    () => document.fonts.status === 'loaded' && document.fonts.check('16px "Figtree Variable"'),
  )
  expect(await shifted(page)).toBe(0)

  // Late fonts are for the next page.
  const late = () =>
    page.evaluate(() => [...document.fonts].filter(({ family }) => family.includes('late')).map(({ status }) => status))
  expect(await late()).toEqual(['unloaded', 'unloaded'])
  await page.locator('footer a[href$="/about"]').click()
  await expect.poll(late).toEqual(['loaded', 'loaded'])
})

test('a page that had its fonts in time leads to pages with the same', async () => {
  await using site = await startSite()
  await using visitor = await openBrowser(site.url)
  const { page } = visitor
  // From the browser's cache, on the second page, no font is late.
  await visitor.open('/ai')
  await visitor.open('/')
  await page.locator('footer a[href$="/about"]').click()
  await page.locator('main h1:focus').waitFor()

  const faces = await page.evaluate(() => Array.from(document.fonts, ({ family, status }) => `${family} ${status}`))
  expect(faces.filter((face) => face.includes('late'))).toEqual([
    'Bricolage Grotesque late unloaded',
    'Figtree late unloaded',
  ])
})

test.each([
  { path: '/', width: 1280 },
  { path: '/en/blog', width: 360 },
  { path: '/blog/numeriser-sans-perdre-la-preuve', width: 1280 },
])('nothing moves on $path, $width pixels wide, when its script comes after late fonts', async (given) => {
  const { path, width } = given
  await using site = await startSite()
  await using visitor = await openBrowser(site.url, { width })
  const { page } = visitor
  const releaseFonts = await visitor.hold('**/*.woff2')
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  // Longer than a browser waits for an optional face.
  await page.waitForTimeout(300)
  releaseFonts()
  await page.waitForFunction(
    () => document.fonts.status === 'loaded' && document.fonts.check('16px "Figtree Variable"'),
  )

  await page.keyboard.press('Shift')
  await page.locator('header button[aria-expanded]').first().waitFor({ state: 'attached' })
  expect(await shifted(page)).toBe(0)
})

const rareLetters = fakePost('rare', { title: 'Curriculum vitæ #1', html: '<p>C# = æ</p>', tags: [tags.fr] })

/** The faces for rare letters that have come. */
function rareFaces(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.fonts]
      .filter(({ family, status }) => family.includes('rare') && status === 'loaded')
      .map((face) => face.family.replaceAll('"', '')),
  )
}

test('rare letters of an author come in the right faces, after the first view', async () => {
  await using ghost = await startFakeGhost()
  ghost.state.posts = [rareLetters]
  await using site = await startSite(ghost.env)
  await using visitor = await openBrowser(site.url)
  const { page } = visitor
  await page.goto('/blog/rare')
  await page.evaluate(() => document.fonts.ready)
  expect(await rareFaces(page)).toEqual([])
  // What a visitor does first wakes the page's script, which otherwise waits.
  await page.keyboard.press('Shift')
  await expect.poll(() => rareFaces(page)).toEqual(['Bricolage Grotesque rare', 'Figtree rare'])
})

test('rare letters of an author come in the right faces on a page that a link leads to', async () => {
  await using ghost = await startFakeGhost()
  ghost.state.posts = [rareLetters]
  await using site = await startSite(ghost.env)
  await using visitor = await openBrowser(site.url)
  const { page } = visitor
  await visitor.open('/about')
  await page.keyboard.press('Shift')
  await page.locator('header button[aria-expanded]').first().waitFor({ state: 'attached' })
  expect(await rareFaces(page)).toEqual([])
  await page.locator('footer a[href$="/blog"]').click()
  await page.locator('main a[href$="/blog/rare"]').first().click()
  await page.locator('h1', { hasText: 'vitæ' }).waitFor()
  await expect.poll(() => rareFaces(page)).toEqual(['Bricolage Grotesque rare', 'Figtree rare'])
  expect(await page.evaluate(() => document.querySelector('link[rel="rare-letters"]'))).toBe(null)
})

test('rare letters of an author come in the right faces without JavaScript', async () => {
  await using ghost = await startFakeGhost()
  ghost.state.posts = [rareLetters]
  await using site = await startSite(ghost.env)
  await using visitor = await openBrowser(site.url, { javaScript: false })
  const fetched: string[] = []
  visitor.page.on('requestfinished', (request) => fetched.push(request.url()))
  await visitor.open('/blog/rare')
  await expect.poll(() => fetched.filter((url) => /(bricolage|figtree)-[^/]*\.woff2/.test(url))).toHaveLength(2)
})

test('the letters of headings are set wherever their font is, and nowhere else', async () => {
  await using site = await startSite()
  await using visitor = await openBrowser(site.url)
  for (const address of [
    '/',
    '/ai',
    '/archiving',
    '/about',
    '/blog',
    '/blog/numeriser-sans-perdre-la-preuve',
    '/terms',
  ]) {
    await visitor.open(address)
    const faces = await visitor.page.evaluate(() =>
      Array.from(document.querySelectorAll('body, body *'), (element) => {
        const { fontFamily, fontFeatureSettings } = getComputedStyle(element)
        return `${fontFamily.split(',')[0]?.replaceAll('"', '')} ${fontFeatureSettings}`
      }),
    )
    const kinds = [...new Set(faces)].filter((face) => !face.startsWith('ui-monospace'))
    expect(kinds.toSorted(), address).toEqual(['Bricolage Grotesque Variable "ss20"', 'Figtree Variable normal'])
  }

  // They are not those of the text, in which a heading has another width.
  const widths = await visitor.page.evaluate(() =>
    ['"ss20"', 'normal'].map((letters) => {
      const heading = document.querySelector('h1')
      if (heading === null) throw new Error('no heading')
      Object.assign(heading.style, { width: 'max-content', fontFeatureSettings: letters })
      return heading.getBoundingClientRect().width
    }),
  )
  expect(widths[0]).not.toBe(widths[1])
})

test.each([
  { colorScheme: 'light' as const, ground: 'rgb(246, 244, 238)', text: 'rgb(12, 31, 43)' },
  { colorScheme: 'dark' as const, ground: 'rgb(12, 31, 43)', text: 'rgb(238, 240, 234)' },
])('a visitor who wants it $colorScheme gets that ground and text that stands out from it', async (given) => {
  const { colorScheme, ground, text } = given
  await using site = await startSite()
  await using visitor = await openBrowser(site.url, { colorScheme })
  await visitor.open('/')

  const colours = await visitor.page.evaluate(() => {
    const { backgroundColor, color } = getComputedStyle(document.body)
    return { backgroundColor, color }
  })

  expect(colours).toEqual({ backgroundColor: ground, color: text })
})

test.each([
  { reducedMotion: 'no-preference' as const, moves: true },
  { reducedMotion: 'reduce' as const, moves: false },
])('with the motion preference "$reducedMotion" as much moves as was asked for', async (given) => {
  const { reducedMotion, moves } = given
  await using site = await startSite()
  await using visitor = await openBrowser(site.url, { reducedMotion })
  const { page } = visitor
  await visitor.open('/')
  const running = () => page.evaluate(() => document.getAnimations().length > 0)
  const seen = () => page.evaluate(() => ('seen' in window ? [...(window.seen as Set<string>)] : null))
  expect(await running()).toBe(false)
  // Looks at every frame from now on, those of the change from one page to the next too.
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

  // On the way to a page whose code is late, a bar says that something is going on.
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
  // The bar is a paragraph; the page that comes fades in.
  expect(await seen()).toEqual(moves ? expect.arrayContaining(['P', 'DIV']) : [])
})

test.each(['/security/architecture', '/ai', '/terms'])(
  'on paper %s has its title clear of the header, and no way back up',
  async (path) => {
    await using site = await startSite()
    await using visitor = await openBrowser(site.url)
    const { page } = visitor
    await visitor.open(path)
    await page.emulateMedia({ media: 'print' })

    const places = await page.evaluate(() =>
      ['header', 'h1'].map((name) => document.querySelector(name)?.getBoundingClientRect()),
    )

    expect(places[1]?.top).toBeGreaterThan((places[0]?.bottom ?? Number.NaN) + 10)
    expect(await page.locator('main a[href="#main"]').isVisible()).toBe(false)
    expect(await page.locator('main section h2').first().isVisible()).toBe(true)
  },
)
