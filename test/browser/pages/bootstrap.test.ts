import { expect, test } from 'vitest'
import { company } from '../../../shared/company.ts'
import archiving from '../../../locales/fr/archiving.json'
import fr from '../../../locales/fr/common.json'
import home from '../../../locales/fr/home.json'
import { visit } from '../../support/browser.ts'
import { shareBrowser } from '../../support/share-browser.ts'
import { shareSite } from '../../support/share-site.ts'

const site = await shareSite()
const visitor = await shareBrowser(site.url)
const { page } = visitor
/** Saves data, and has a stopped clock. */
const saver = await shareBrowser(site.url)
await saver.page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
await saver.page.clock.install({ time: 0 })
await saver.page.clock.pauseAt(1000)

const bundle = '**/assets/entry-client*.js'
const takenOver = 'header button[aria-expanded]'
const marker = '/robots.txt'

type Page = typeof page

/** Records a page's requests from now on, without the hashes in their names. */
function requestsOf(page: Page): string[] {
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname.replace(/-[\w-]{8}\./, '.')))
  return requests
}

/** The scripts among a page's requests until now. Their reports come before the marker's. */
async function scriptsAmong(requests: string[], page: Page): Promise<string[]> {
  const reported = page.waitForRequest(`**${marker}`)
  await page.evaluate((path) => void fetch(path), marker)
  await reported
  return requests.filter((path) => path.endsWith('.js'))
}

test('an untouched page requests no script until it has been idle, and is then hydrated', async () => {
  const { page } = await visit(site.url)
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(1000)
  const requests = requestsOf(page)

  await page.goto('/', { waitUntil: 'load' })
  await page.clock.runFor(2999)
  expect(await scriptsAmong(requests, page)).toEqual([])

  await page.clock.runFor(100)
  await page.locator(takenOver).first().waitFor({ state: 'attached' })
  expect(requests).toContain('/assets/entry-client.js')
})

test('the first view of the home page is a document and two fonts, also under a pointer', async () => {
  const { page } = saver
  const requests = requestsOf(page)
  await page.goto('/', { waitUntil: 'load' })
  await page.clock.runFor(60_000)
  await page.locator('main p').first().hover()
  await page.locator('main p').last().hover()
  expect(await scriptsAmong(requests, page)).toEqual([])
  expect(requests.toSorted()).toEqual(['/', '/assets/bricolage-grotesque.woff2', '/assets/figtree.woff2', marker])

  await page.keyboard.press('ArrowDown')
  await page.locator(takenOver).first().waitFor({ state: 'attached' })
})

test.each([
  ['the pointer over a link', (page) => page.locator('header').getByRole('link', { name: fr.nav.about }).hover()],
  ['the focus on a link', (page) => page.locator('header').getByRole('link', { name: fr.nav.about }).focus()],
  ['a key', (page) => page.keyboard.press('ArrowDown')],
  ['a press on a button', (page) => page.locator('header button').first().dispatchEvent('pointerdown')],
  ['a touch of a plain text', (page) => page.locator('main p').first().dispatchEvent('touchstart')],
] satisfies [string, (page: Page) => Promise<void>][])(
  'if a visitor saves data, React loads only after %s',
  async (_sign, show) => {
    const { page } = saver
    const requests = requestsOf(page)
    await page.goto('/', { waitUntil: 'load' })
    await page.clock.runFor(60_000)
    expect(await scriptsAmong(requests, page)).toEqual([])

    const coming = page.waitForRequest(bundle)
    await show(page)
    await coming
  },
)

test.each([
  ['pointer', (page) => page.locator('header a[href="/about"]').hover()],
  ['focus', (page) => page.locator('header a[href="/about"]').focus()],
] satisfies [string, (page: Page) => Promise<void>][])(
  'the %s that loads React on a link also prefetches its page',
  async (_sign, approach) => {
    await page.goto('/')

    const fetching = page.waitForRequest('**/assets/about-*.js')
    await approach(page)

    await fetching
  },
)

test('the pointer that loads React on a menu also opens the menu', async () => {
  await page.goto('/')

  await page.getByRole('button', { name: fr.nav.cybersecurity }).hover()

  await page.locator('header').getByRole('link', { name: fr.nav.architecture }).waitFor()
})

test('React also loads in a browser without the font API', async () => {
  const { page } = await visit(site.url)
  await page.addInitScript(() => Object.defineProperty(document, 'fonts', { value: undefined }))
  await page.goto('/')

  await page.keyboard.press('ArrowDown')

  await page.locator(takenOver).first().waitFor({ state: 'attached' })
})

test('a link clicked while React loads leads to its page once', async () => {
  const release = await visitor.hold(bundle)
  await page.goto('/')
  await visitor.mark()
  const loads: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname)
  })

  await page.locator('header').getByRole('link', { name: fr.nav.about }).click()
  await page.waitForURL('**/about')
  release()
  await visitor.takeOver()

  expect(loads).toEqual(['/about'])
  expect(await visitor.stayed()).toBe(false)
})

test('text typed while React loads is kept', async () => {
  const release = await visitor.hold(bundle)
  await page.goto('/blog')

  const field = page.locator('form[action="/api/newsletter"] input[type="email"]').first()
  await field.fill('lectrice@example.com')
  release()
  await page.locator(takenOver).first().waitFor({ state: 'attached' })

  expect(await field.inputValue()).toBe('lectrice@example.com')
})

type Visitor = typeof visitor

/** Shows a page by the router. Even after a reload, Chromium treats it as the same document as the page before it. */
async function openSecondPage({ open, page }: Visitor) {
  await open('/')
  await page.locator('header nav a[href="/archiving"]').click()
  await page.locator('main h1:focus').waitFor()
}

test.each([{ saveData: true }, { saveData: false }])(
  'back and forward before React loads show the page of the URL (saveData: $saveData)',
  async ({ saveData }) => {
    const { page, visitor } = await visit(site.url)
    await page.addInitScript((given) => Object.defineProperty(navigator, 'connection', { value: given }), { saveData })
    await openSecondPage(visitor)
    await page.reload()

    await page.goBack()

    await expect.poll(() => page.title()).toBe(`${home.meta.title} | ${company.name}`)
    expect(new URL(page.url()).pathname).toBe('/')
    if (!saveData) await visitor.takeOver()
    await page.goForward()
    await expect.poll(() => page.title()).toBe(`${archiving.meta.title} | ${company.name}`)
    expect(await page.locator('h1').innerText()).toBe(archiving.intro.title)
  },
)

test('going back while React loads does not hydrate the page for another address', async () => {
  await openSecondPage(visitor)
  // The pointer on the link loads React as soon as the page is shown again.
  const releaseBundle = await visitor.hold(bundle)
  const releaseHome = await visitor.hold(`${site.url}/`)
  const requested = page.waitForRequest(bundle)
  await page.reload()
  // The whole style sheet loads right before hydration is decided. Hydration is over once the browser is idle.
  await page.evaluate((selector) => {
    const report = () => console.info(`taken over: ${document.querySelectorAll(selector).length}`)
    const watch = new MutationObserver(() => {
      const style = document.querySelector('head > link[rel=stylesheet]')
      if (style === null) return
      watch.disconnect()
      style.addEventListener('load', () => requestIdleCallback(() => requestIdleCallback(report)))
    })
    watch.observe(document.head, { childList: true })
  }, takenOver)
  const decided = page.waitForEvent('console', (message) => message.text().startsWith('taken over'))
  await Promise.all([requested, page.keyboard.press('ArrowDown')])

  await Promise.all([page.waitForRequest(`${site.url}/`), page.evaluate(() => history.back())])
  releaseBundle()
  expect((await decided).text()).toBe('taken over: 0')
  releaseHome()

  await expect.poll(() => page.title()).toBe(`${home.meta.title} | ${company.name}`)
})

test('a link within the page, and going back, load nothing before React is loaded', async () => {
  await page.goto('/ai?utm=1')
  await visitor.mark()

  await page.evaluate(() => location.assign('#main'))
  await page.goBack()

  expect(page.url()).toBe(`${site.url}/ai?utm=1`)
  expect(await visitor.stayed()).toBe(true)
})
