import { test } from 'vitest'
import { startSite } from '../support/start-site.ts'
import { openBrowser } from '../support/browser.ts'
test.each(
  ['/', '/blog', '/ai', '/about', '/archiving', '/en', '/terms'].flatMap((p) =>
    [320, 360, 768, 1280, 1600].map((w) => [p, w] as const),
  ),
)('%s %s', async (path, width) => {
  await using site = await startSite()
  await using visitor = await openBrowser(site.url, { width })
  const { page } = visitor
  const release = await visitor.hold('**/*.woff2')
  await page.goto(path, { waitUntil: 'commit' })
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  release()
  await page.waitForFunction(
    () => document.fonts.status === 'loaded' && document.fonts.check('16px "Figtree Variable"'),
  )
  const r = await page.evaluate(async () => {
    const out: string[] = []
    const add = (es: any[]) => {
      for (const e of es)
        out.push(
          e.value.toFixed(5) +
            ' ' +
            e.sources
              .map(
                (s: any) =>
                  s.node?.nodeName +
                  '.' +
                  (s.node?.className ?? s.node?.textContent?.slice(0, 20)) +
                  JSON.stringify(s.previousRect) +
                  '->' +
                  JSON.stringify(s.currentRect),
              )
              .join(' | '),
        )
    }
    const o = new PerformanceObserver((l) => add(l.getEntries()))
    o.observe({ type: 'layout-shift', buffered: true })
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return out
  })
  for (const l of r) process.stdout.write(`@@ ${path} ${width} ${l}\n`)
})
