import { afterAll, afterEach, expect } from 'vitest'
import { openBrowser } from './browser.ts'

/**
 * A visitor for all tests of a file, since a browser's first page takes three times as long as the next. After each test its routes,
 * sizes, choices and pointer are reset, and no message may be left, as in {@link openBrowser}.
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
    // Requests under way must not affect a later test.
    await page.goto('about:blank')
    await page.mouse.move(0, 0)
    await page.emulateMedia({ media: null, colorScheme, reducedMotion })
    if (size) await page.setViewportSize(size)
    await context.clearCookies()
    expect(takeMessages(), 'messages of the browser that the test did not expect').toEqual([])
  })
  afterAll(() => visitor[Symbol.asyncDispose]())
  return visitor
}
