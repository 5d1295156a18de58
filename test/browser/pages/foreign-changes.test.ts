import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import fr from '../../../locales/fr/contact.json'
import { localise } from '../../../shared/language.ts'
import { rowsOf } from '../../support/exhaustive.ts'
import { shareBrowser } from '../../support/share-browser.ts'
import { shareSite } from '../../support/share-site.ts'
import { staticPaths } from '../support/addresses.ts'
import { fillIn, typed, visitWithoutProof } from '../support/contact-fields.ts'
import { holdScript } from '../support/late-script.ts'

const site = await shareSite()
/** Saves data, so that React loads only when the test starts it. */
const visitor = await shareBrowser(site.url)
const { page } = visitor
const reader = await shareBrowser(site.url, { reducedMotion: 'reduce' })
await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))

/** Changes that translators, password managers, writing aids and blockers make to a page. */
const changes = {
  'words replaced in place': () => {
    const heading = document.querySelector('h1')
    if (heading?.firstChild) heading.firstChild.nodeValue = 'Translated'
  },
  'words replaced within elements of its own': () => {
    for (const element of document.querySelectorAll('h1, h2, p, a')) {
      const text = element.firstChild
      if (!(text instanceof Text)) continue
      const own = document.createElement('font')
      own.textContent = `<${text.data}>`
      text.replaceWith(own)
    }
  },
  'an element beside a field': () => {
    const field = document.querySelector('main input[type=email]') ?? document.querySelector('main p')
    field?.before(document.createElement('com-1password-button'))
  },
  'an element within the main area': () => void document.querySelector('main')?.append(document.createElement('div')),
  'a link taken away': () => document.querySelector('footer a')?.remove(),
  'elements and attributes of the document': () => {
    document.documentElement.setAttribute('data-extension', '1')
    document.body.setAttribute('data-extension', '1')
    document.body.prepend(document.createElement('div'))
    document.head.append(document.createElement('meta'))
  },
}

type Change = keyof typeof changes

const everywhere = ['/', '/en/contact', '/blog', '/terms', '/nulle-part'].flatMap((path) =>
  Object.keys(changes).map((change) => ({ path, change: change as Change })),
)
/** Each change and each kind of page at least once; pages with forms with every change that can affect forms. */
const chosen: { path: string; change: Change }[] = [
  { path: '/', change: 'words replaced in place' },
  { path: '/', change: 'an element within the main area' },
  { path: '/en/contact', change: 'words replaced within elements of its own' },
  { path: '/en/contact', change: 'an element beside a field' },
  { path: '/en/contact', change: 'elements and attributes of the document' },
  { path: '/blog', change: 'an element beside a field' },
  { path: '/blog', change: 'words replaced within elements of its own' },
  { path: '/terms', change: 'a link taken away' },
  { path: '/nulle-part', change: 'elements and attributes of the document' },
]
const rest = everywhere.filter((row) => !chosen.some(({ path, change }) => path === row.path && change === row.change))

test.each(rowsOf(chosen, rest))('with $change before React, $path is intact and works', async ({ path, change }) => {
  await page.goto(path)
  const [title, style] = await page.evaluate(() => [document.title, getComputedStyle(document.body).backgroundColor])
  const long = await page.evaluate(() => document.body.innerText.length)

  await page.evaluate(changes[change])
  await visitor.takeOver()

  expect(await page.evaluate(() => document.body.innerText.length)).toBeGreaterThan(long * 0.9)
  expect(await page.title()).toBe(title)
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(style)
  expect(await page.locator('head meta[name=viewport]').count()).toBe(1)
  await visitor.mark()
  await page.locator('header nav a[href$="/about"]').dispatchEvent('click')
  await page.waitForURL('**/about')
  expect(await visitor.stayed()).toBe(true)
  // React logs once that it has rendered the page again.
  for (const message of visitor.takeMessages()) expect(message).toMatch(/#418|status of 404/)
})

test('text that was typed before React rendered the contact form again is kept', async () => {
  const { page, visitor } = await visitWithoutProof(site.url)
  const release = await holdScript(visitor)
  await page.goto('/contact', { waitUntil: 'commit' })
  await fillIn(visitor)
  await page.evaluate(() =>
    document.querySelector('#contact-email')?.before(document.createElement('com-1password-button')),
  )
  await release()

  await expect.poll(() => page.getByLabel(fr.form.message, { exact: true }).inputValue()).toBe(typed.message)
  for (const message of visitor.takeMessages()) expect(message).toContain('#418')
})

/** Wraps each text in elements and replaces it, as browsers that translate pages do. */
function translate(page: Page) {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: Node[] = []
    while (walker.nextNode()) texts.push(walker.currentNode)
    for (const text of texts) {
      const parent = text.parentElement
      if (parent === null || parent.matches('script, style, option, textarea, svg *')) continue
      const font = document.createElement('font')
      font.append(document.createTextNode(text.textContent ?? ''))
      text.parentNode?.replaceChild(font, text)
    }
  })
}

/** The visible words, without those that live regions only announce. */
const wordsOf = (page: Page) =>
  page.evaluate(() => {
    for (const element of document.querySelectorAll('[aria-live]')) element.remove()
    return document.body.innerText
  })

/** The page of cards and latest posts, one with an index, one with a form. */
const toggled = ['/', '/archiving', '/contact']
const notToggled = staticPaths.filter((path) => path !== '/terms' && !toggled.includes(path))

test.each(rowsOf(toggled, notToggled))(
  'a toggle leaves no word of the former language on %s, also if the browser has translated it',
  async (path) => {
    await page.goto(path)
    await visitor.takeOver()
    await translate(page)

    await page.getByRole('button', { name: /^EN/ }).click()
    await page.locator('html[lang="en"]').waitFor()

    await reader.open(localise(path, 'en'))
    await expect.poll(() => wordsOf(page)).toBe(await wordsOf(reader.page))
  },
)
