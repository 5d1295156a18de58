import type { Page } from 'playwright-core'

/** The sum of all layout shifts: the headless shell also counts those before the first paint, which no reader saw. */
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
      // The browser hands buffered entries over in a task of its own, before the second frame.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      add(observer.takeRecords())
      return sum
    },
    await firstPaint(page),
  )
}

/** The moment at which the page was painted first, by the same clock; known so many milliseconds after it. */
export async function firstPaint(page: Page, after = 0): Promise<number> {
  const painted = await page.waitForFunction((milliseconds) => {
    const [paint] = performance.getEntriesByName('first-contentful-paint')
    return paint && performance.now() > paint.startTime + milliseconds && paint.startTime
  }, after)
  return Number(await painted.jsonValue())
}
