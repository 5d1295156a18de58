import { test } from 'vitest'
import { startSite } from '../support/start-site.ts'
import { openBrowser } from '../support/browser.ts'
test.each(Array.from({length: 25}, (_, i) => i))('y %s', async () => {
  await using site = await startSite()
  await using visitor = await openBrowser(site.url)
  const { page } = visitor
  await visitor.open('/')
  await page.evaluate(async () => {
    for (let round = 0; round < 5; round += 1) {
      for (const path of ['/about', '/archiving', '/contact']) {
        document.querySelector<HTMLElement>(`footer a[href="${path}"]`)?.click()
        await new Promise(requestAnimationFrame)
      }
    }
  })
  await page.locator('main h1:focus').getByText('Nous joindre').waitFor({ timeout: 3000 }).catch(() => {})
  process.stdout.write(`@@ ${await page.evaluate(() => `${location.pathname} h1=${document.querySelector('h1')?.textContent} focus=${document.activeElement?.outerHTML.slice(0, 60)} title=${document.title} y=${scrollY}`)}\n`)
})
