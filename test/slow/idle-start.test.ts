import { expect, test } from 'vitest'
import { openBrowser } from '../support/browser.ts'
import { startSite } from '../support/start-site.ts'

test('an untouched page has painted before it asks for a script, and is then taken over', async () => {
  await using site = await startSite()
  await using visitor = await openBrowser(site.url)
  const { page } = visitor
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') asked.push(new URL(request.url()).pathname.replace(/-[\w-]{8}\.js$/, ''))
  })

  await page.goto('/', { waitUntil: 'load' })
  expect(asked).toEqual([])

  await page.locator('header button[aria-expanded]').first().waitFor({ state: 'attached' })
  expect(asked).toContain('/assets/entry-client')
  const [painted = Infinity, bundled = 0] = await page.evaluate(() => [
    performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    performance.getEntriesByType('resource').find(({ name }) => name.includes('/entry-client'))?.startTime,
  ])
  expect(bundled).toBeGreaterThan(painted)
})
