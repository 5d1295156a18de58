import { test } from 'vitest'
import { startSite } from '../support/start-site.ts'
import { openBrowser } from '../support/browser.ts'
test('y', async () => {
  await using site = await startSite()
  await using v = await openBrowser(site.url, { reducedMotion: 'reduce' })
  const { page } = v
  const say = async (n: string) => process.stdout.write(`@@ ${n} ${await page.evaluate(() => `${location.pathname} y=${scrollY} lang=${document.documentElement.lang} h=${document.body.scrollHeight} focus=${document.activeElement?.textContent?.slice(0,20)} ${document.cookie}`)}\n`)
  await v.open('/ai')
  await page.evaluate(() => window.scrollTo({ top: 600, behavior: 'instant' })); await say('scrolled')
  const box = await page.locator('header form button').boundingBox()
  await page.mouse.click((box?.x ?? 0) + 10, (box?.y ?? 0) + 10)
  await new Promise(r => setTimeout(r, 1000)); await say('clicked')
  await page.evaluate(() => window.scrollTo({ top: 2600, behavior: 'instant' })); await say('scrolled')
  await page.mouse.click(400, 400)
  for (const _ of [1,2,3,4,5,6,7,8,9,10,11,12]) {
  await page.keyboard.press('Shift+Tab')
  await new Promise(r => setTimeout(r, 100)); await say('shift tab')}
})
