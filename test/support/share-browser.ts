import { afterAll, afterEach, expect } from 'vitest'
import { openBrowser } from './browser.ts'

/**
 * One visitor for all tests of a file, each of which loads a page: a browser's first page costs three times as much as its next.
 * A test's routes, sizes, choices and pointer are undone after it, and the browser must have said nothing, as in {@link openBrowser}.
 */
export async function shareBrowser(siteUrl: string, options: Parameters<typeof openBrowser>[1] = {}) {
  const visitor = await openBrowser(siteUrl, options)
  const { colorScheme = null, reducedMotion = null } = options
  const { page, context, takeMessages } = visitor
  const size = page.viewportSize()
  afterEach(async () => {
    if (page.url() === 'about:blank') return
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.evaluate(() => sessionStorage.clear()).catch(() => {})
    // Requests under way belong to no later test.
    await page.goto('about:blank')
    await page.mouse.move(0, 0)
    await page.emulateMedia({ media: null, colorScheme, reducedMotion })
    if (size) await page.setViewportSize(size)
    await context.clearCookies()
    expect(takeMessages(), 'the browser said something that the test did not expect').toEqual([])
  })
  afterAll(() => visitor[Symbol.asyncDispose]())
  return visitor
}
