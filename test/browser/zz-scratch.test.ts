import { it } from 'vitest'
import { openBrowser } from '../support/browser.ts'
import { startSite } from '../support/start-site.ts'
import { keepsFallback } from './zz-own.ts'
it('scratch', async () => {
  await using site = await startSite()
  await using visitor = await openBrowser(site.url)
  const { page } = visitor
  const out: unknown[] = []
  for (const p of ['/ai', '/ai', '/security/architecture', '/about', '/about']) {
    await page.goto(p)
    out.push([p, await keepsFallback(page), await page.evaluate(() => [...document.fonts].map((f) => f.family + f.status + f.display))])
  }
  await page.setViewportSize({ width: 992, height: 900 })
  await page.goto('/ai')
  out.push(await keepsFallback(page), await page.evaluate(() => [...document.querySelectorAll('h3')].filter((e) => e.textContent === 'Agents conversationnels').map((e) => e.getBoundingClientRect().height)))
  process.stdout.write(JSON.stringify(out) + '\n')
})
