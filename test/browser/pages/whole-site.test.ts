import { expect, test } from 'vitest'
import { languages, localise, withoutPrefix } from '../../../shared/language.ts'
import { addRules, openBrowser } from '../../support/browser.ts'
import { isExhaustive, rowsOf } from '../../support/exhaustive.ts'
import { fakePost, tags } from '../../support/fake-ghost.ts'
import { shareBrowser } from '../../support/share-browser.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'
import { addressesIn, articlesFor, mainArea, expectedMessages, staticPaths } from '../support/addresses.ts'
import { violationsIn } from '../support/barriers.ts'
import { tornWords } from '../support/torn-words.ts'

const { ghost, site } = await shareSiteWithGhost()
const withoutPicture = { feature_image: null, tags: [tags.fr, tags.en, tags.strategie] }
ghost.state.posts = [...articlesFor(ghost.url), fakePost('sans-image', withoutPicture)]
// The home page shows posts once their list is in memory.
for (const language of languages) await fetch(`${site.url}/api/posts?lang=${language}`)

const reducedMotion = 'reduce' as const
const visitor = await shareBrowser(site.url, { reducedMotion })
const reader = await shareBrowser(site.url, { reducedMotion, javaScript: false })
const { page } = visitor

const usual = { width: 1280, height: 800 }
const screens = [
  { width: 360, colorScheme: 'light' },
  { width: 360, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
] as const

const enlarged = [
  ...[360, 390, 768, 1024, 1280].map((width) => ({ width, rules: 'html { font-size: 200% }' })),
  // https://www.w3.org/TR/WCAG22/#text-spacing
  {
    width: 320,
    rules: '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
  },
]

/** All of a table in an exhaustive run, any other row of it for each page. */
const chosen = <Row>(rows: readonly Row[], index: number) =>
  rowsOf([rows.at(index % rows.length)], rows).flatMap((row) => row ?? [])

const widthOf = () => page.evaluate(() => [document.documentElement.scrollWidth, document.body.scrollWidth])

async function expectNoBarriers(index: number, address: string) {
  for (const { width, colorScheme } of chosen(screens, index)) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme, reducedMotion })
    expect(await violationsIn(page), `${address}, ${width} pixels wide, ${colorScheme}`).toEqual([])
  }
}

/** Letters that the reader has made larger or wider. */
async function expectRoomForLargeText(index: number, address: string) {
  for (const { width, rules } of chosen(enlarged, index)) {
    await page.setViewportSize({ width, height: 800 })
    await addRules(page, rules)
    expect((await widthOf())[0], address).toBe(width)
    const cutOff = await page.evaluate(() =>
      [...document.querySelectorAll('main :is(h1, h2, h3, p, dd, a)')]
        .filter((text) => {
          const { right, bottom, width } = text.getBoundingClientRect()
          const frame = text.parentElement?.closest('section, header, article, main')?.getBoundingClientRect()
          // A table or a line of code scrolls by itself; what only screen readers read is meant to be cut off.
          const meant = text.closest('.kg-scroll, pre, .visually-hidden') !== null
          return !meant && width > 0 && (right > innerWidth + 1 || bottom > (frame?.bottom ?? Infinity) + 1)
        })
        .map((text) => text.textContent),
    )
    expect(cutOff, address).toEqual([])
    if (width !== 390) continue
    expect((await page.locator('header').first().boundingBox())?.height, address).toBeLessThanOrEqual(800 / 6)
    expect(await tornWords(page), address).toEqual([])
  }
}

/** After seconds the browser warns that no element uses a preloaded picture in that size. */
const messagesOf = ({ takeMessages }: Pick<typeof visitor, 'takeMessages'>) =>
  takeMessages().filter((message) => !message.includes('using link preload'))

/** The main area, without the e-mail address, which is put together in the browser only. */
async function areaOf({ page }: Pick<typeof visitor, 'page'>) {
  await page.evaluate(() => document.querySelector('#email')?.remove())
  return mainArea(page)
}

/** The tags that search engines and previews read, sorted: React puts a later page's tags behind those that were there. */
const headOf = () =>
  page
    .locator('title, meta[name], meta[property], link[rel="canonical"], link[rel="alternate"]')
    .evaluateAll((elements) => elements.map((element) => element.outerHTML).sort())

test.each(languages)('in %s each page fits all windows, is accessible, and is the same by a link', async (language) => {
  await using anglophone = await openBrowser(site.url, { reducedMotion, cookie: 'en' })
  const areas = new Map<string, { area: object; head: string[] }>()
  const searches = ['/blog?q=article', '/blog?q=nichtdaaa'].map((path) => ({
    address: localise(path, language),
    status: 200,
  }))
  for (const [index, { address, status }] of [...addressesIn(language), ...searches].entries()) {
    expect((await visitor.open(address))?.status(), address).toBe(status)
    expect(await page.locator('html').getAttribute('lang'), address).toBe(language)
    expect(await page.locator('h1').count(), address).toBe(1)
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await widthOf(), address).toEqual([320, 320])
    // French on one screen, English on the one that is its opposite in width and in colours.
    await expectNoBarriers(language === 'fr' ? index : screens.length - 1 - (index % screens.length), address)
    await expectRoomForLargeText(language === 'fr' ? index : index + 2, address)

    await addRules(page, '')
    await page.setViewportSize(usual)
    await reader.page.goto(address)
    const sent = await areaOf(reader)
    const shown = { area: await areaOf(visitor), head: await headOf() }
    expect(shown.area, address).toEqual(sent)
    for (const person of [visitor, reader]) expect(messagesOf(person)).toEqual(expectedMessages(address, status))
    areas.set(address, shown)
    // An exhaustive run tests every page without prefix, other runs every third.
    if (language === 'fr' || (!isExhaustive && index % 3 > 0)) continue
    const unprefixed = withoutPrefix(address)
    expect((await anglophone.open(unprefixed))?.status(), unprefixed).toBe(status)
    expect(await areaOf(anglophone), unprefixed).toEqual(sent)
    expect(anglophone.page.url()).toBe(site.url + unprefixed)
    expect(await anglophone.page.locator('html').getAttribute('lang')).toBe('en')
    expect(messagesOf(anglophone)).toEqual(expectedMessages(unprefixed, status))
  }

  await visitor.open(localise('/nulle/part', language))
  visitor.takeMessages()
  await visitor.mark()
  for (const path of staticPaths.map((path) => localise(path, language))) {
    await page.locator(`footer :is(nav a, [class*=legal] a)[href="${path}"]`).click()
    await page.waitForURL(site.url + path)
    await expect.poll(() => areaOf(visitor), { message: path }).toEqual(areas.get(path)?.area)
    expect(await headOf(), path).toEqual(areas.get(path)?.head)
  }
  expect(await visitor.stayed()).toBe(true)
})

test.each(rowsOf(screens.slice(1, 3), [screens[0], screens[3]]))(
  'the open menus fit the window and are accessible, $width pixels wide, $colorScheme',
  async ({ width, colorScheme }) => {
    await page.emulateMedia({ colorScheme, reducedMotion })
    for (const address of ['/', '/en']) {
      await page.setViewportSize({ width, height: 800 })
      await visitor.open(address)
      const menu = width < 1024 ? 'menu' : 'cybersecurity-menu'
      const opener = page.locator(`button[popovertarget=${menu}]`)
      await opener.click()
      await expect.poll(() => opener.getAttribute('aria-expanded')).toBe('true')
      expect(await violationsIn(page)).toEqual([])
      if (menu !== 'menu') continue
      await page.setViewportSize({ width: 320, height: 640 })
      expect(await widthOf()).toEqual([320, 320])
      expect(await page.locator('nav:popover-open').evaluate((menu) => menu.scrollWidth)).toBe(320)
    }
  },
)
