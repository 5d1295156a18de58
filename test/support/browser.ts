import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core'
import { expect, inject, onTestFinished } from 'vitest'
import { type Language, languageCookie } from '../../shared/language.ts'
import { deferred } from './deferred.ts'

/** This worker's connection to the one Chromium of the run. */
let connected: Promise<Browser> | null = null

type VisitorOptions = {
  width?: number
  height?: number
  javaScript?: boolean
  /** Device pixels to a CSS pixel. */
  deviceScaleFactor?: number
  colorScheme?: 'light' | 'dark'
  reducedMotion?: 'reduce' | 'no-preference'
  /** The choice that a former visit has left. */
  cookie?: Language
}

/**
 * A visitor with a browser of his own, far from the company's language and time zone. At the end the browser must have
 * said nothing: no warning, no exception, no violation of the Content-Security-Policy, no failed request, no request to
 * another host. A test that expects such a message takes it.
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
    // A browser gives up what it no longer needs when it leaves a page, and with scripts switched off refuses them all.
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

  /** Waits until JavaScript has taken over the page that is there, by a sign of use instead of the browser's idle moment. */
  async function takeOver() {
    await page.waitForLoadState()
    await page.evaluate(() => dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift' })))
    // Only the browser's own part writes this attribute.
    await page.locator('header button[aria-expanded]').first().waitFor({ state: 'attached' })
  }

  return {
    page,
    context,

    /** Loads a page and, where there is JavaScript, waits until it has taken over. */
    async open(path: string) {
      const response = await page.goto(path)
      if (javaScript) await takeOver()
      return response
    },

    takeOver,

    /** The browser's messages so far, which are then expected. */
    takeMessages: () => messages.splice(0),

    /** Marks the window; {@link stayed} tells whether it is still the same one, so that no page was loaded in between. */
    mark: () => page.evaluate(() => void Object.assign(window, { marked: true })),
    stayed: () => page.evaluate(() => 'marked' in window),

    /** Holds the answers to an address back, until the returned function is called. */
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
      expect(messages, 'the browser said something that the test did not expect').toEqual([])
    },
  }
}

/** A visitor for the test that runs, who leaves at its end. */
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

/** Styles that a reader has added to a page, such as larger letters; the site's policy forbids an element for them. */
export async function addRules(page: Page, rules: string): Promise<void> {
  await page.evaluate((rules) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(rules)
    document.adoptedStyleSheets = [sheet]
  }, rules)
}
