import type { Page } from 'playwright-core'

/** The sum of layout shifts after the first paint. The headless shell also reports earlier ones, which no reader sees. */
export async function shifted(page: Page): Promise<number> {
  return page.evaluate(
    async (from) => {
      let sum = 0
      // Layout shifts are not in TypeScript's library: https://wicg.github.io/layout-instability/#sec-layout-shift
      const add = (entries: (PerformanceEntry & { value?: number })[]) => {
        for (const { startTime, value = 0 } of entries) if (startTime >= from) sum += value
      }
      const observer = new PerformanceObserver((list) => add(list.getEntries()))
      observer.observe({ type: 'layout-shift', buffered: true })
      // The browser delivers buffered entries in a task of its own, before the second frame.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      add(observer.takeRecords())
      return sum
    },
    await firstPaint(page),
  )
}

/** The time of the first paint, by the same clock. It is reported some milliseconds later. */
export async function firstPaint(page: Page, after = 0): Promise<number> {
  const painted = await page.waitForFunction((milliseconds) => {
    const [paint] = performance.getEntriesByName('first-contentful-paint')
    return paint && performance.now() > paint.startTime + milliseconds && paint.startTime
  }, after)
  return Number(await painted.jsonValue())
}
