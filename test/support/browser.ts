import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core'
import { expect, inject, onTestFinished } from 'vitest'
import { type Language, languageCookie } from '../../shared/language.ts'
import { deferred } from './deferred.ts'

/** This worker's connection to the run's Chromium. */
let connected: Promise<Browser> | null = null

type VisitorOptions = {
  width?: number
  height?: number
  javaScript?: boolean
  /** Device pixels per CSS pixel. */
  deviceScaleFactor?: number
  colorScheme?: 'light' | 'dark'
  reducedMotion?: 'reduce' | 'no-preference'
  /** The language that a former visit has stored. */
  cookie?: Language
}

/**
 * A visitor with a browser context of their own, in another language and time zone than the company's. At the end there must be no
 * message left: no warning, exception, violation of the Content-Security-Policy, failed request, or request to another host. A test
 * that expects a message takes it.
 */
export async function openBrowser(siteUrl: string, options: VisitorOptions = {}) {
  connected ??= chromium.connect(inject('chromium'))
  const { width = 1280, height = 800, javaScript = true, cookie, ...media } = options
  const settings: BrowserContextOptions = {
    baseURL: siteUrl,
    viewport: { width, height },
    javaScriptEnabled: javaScript,
    locale: 'ja-JP',
    timezoneId: 'Pacific/Honolulu',
    ...media,
  }
  const context = await (await connected).newContext(settings)
  context.setDefaultTimeout(30_000)
  if (cookie) await context.addCookies([{ name: languageCookie, value: cookie, url: siteUrl }])
  const messages: string[] = []
  const pathOf = (url: string) => url.replace(siteUrl, '')

  context.on('request', (request) => {
    const { origin } = new URL(request.url())
    if (origin !== new URL(siteUrl).origin) messages.push(`request to another host: ${request.url()}`)
  })
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText
    // Leaving a page cancels requests, and a browser without scripts refuses all of them.
    if (reason === 'net::ERR_ABORTED' || (!javaScript && request.resourceType() === 'script')) return
    messages.push(`failed: ${request.method()} ${pathOf(request.url())} (${reason})`)
  })
  context.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    messages.push(`${message.type()}: ${message.text()} (${pathOf(message.location().url)})`)
  })
  context.on('weberror', (thrown) => messages.push(`exception: ${thrown.error().message}`))
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`the policy's ${violatedDirective} forbids ${blockedURI}`),
    )
  })
  const page = await context.newPage()

  /** Makes the page hydrate by a key press, instead of waiting until the browser is idle, and waits for it. */
  async function takeOver() {
    await page.waitForLoadState()
    await page.evaluate(() => dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift' })))
    // Only hydration writes this attribute.
    await page.locator('header button[aria-expanded]').first().waitFor({ state: 'attached' })
  }

  return {
    page,
    context,

    /** Loads a page and, with JavaScript, waits until it is hydrated. */
    async open(path: string) {
      const response = await page.goto(path)
      if (javaScript) await takeOver()
      return response
    },

    takeOver,

    /** Returns and removes the browser's messages so far. */
    takeMessages: () => messages.splice(0),

    /** Marks the window. {@link stayed} tells whether it is still the same, so that no page was loaded. */
    mark: () => page.evaluate(() => void Object.assign(window, { marked: true })),
    stayed: () => page.evaluate(() => 'marked' in window),

    /** Holds back the answers to an address until the returned function is called. */
    async hold(pattern: string | RegExp) {
      const { promise: released, resolve: release } = deferred()
      await page.route(pattern, async (route) => {
        await released
        await route.continue()
      })
      return release
    },

    async [Symbol.asyncDispose]() {
      await context.close()
      expect(messages, 'messages of the browser that the test did not expect').toEqual([])
    },
  }
}

/** A visitor for the running test, who leaves at its end. */
export async function visit(...args: Parameters<typeof openBrowser>) {
  const visitor = await openBrowser(...args)
  onTestFinished(() => visitor[Symbol.asyncDispose]())
  return { visitor, page: visitor.page }
}

/** Whether the whole height of an element is in the window. */
export function isInSight(place: Locator): Promise<boolean> {
  return place.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top >= 0 && bottom <= window.innerHeight
  })
}

/** Adds a reader's own styles, such as larger letters. Not as an element, which the site's policy forbids. */
export async function addRules(page: Page, rules: string): Promise<void> {
  await page.evaluate((rules) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(rules)
    document.adoptedStyleSheets = [sheet]
  }, rules)
}
