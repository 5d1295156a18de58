import { expect, test } from 'vitest'
import fr from '../../../locales/fr/blog.json'
import { shareBrowser } from '../../support/share-browser.ts'
import { showMedia, shareCards } from '../support/card-posts.ts'

const site = await shareCards()
const visitor = await shareBrowser(site.url)
const { page } = visitor

test('an embedded page loads only after a click, in a visible frame that has the focus', async () => {
  await showMedia(page)
  await page.route('https://www.youtube-nocookie.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>Le film</p>' }),
  )
  await visitor.open('/blog/all')
  const facade = page.locator('.kg-embed').first()
  const button = facade.getByRole('button', { name: fr.embedShow })
  await button.waitFor()
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  expect(await page.locator('iframe').count()).toBe(0)
  expect(visitor.takeMessages()).toEqual([])
  const before = await facade.boundingBox()

  await button.focus()
  await page.keyboard.press('Enter')

  await page.frameLocator('.kg-embed iframe').getByText('Le film').waitFor()
  const frame = page.locator('.kg-embed iframe')
  expect(visitor.takeMessages()).toEqual([
    'request to another host: https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
  ])
  expect(await frame.getAttribute('title')).toBe('Vidéo YouTube')
  expect(await frame.getAttribute('sandbox')).toContain('allow-scripts')
  expect(await frame.getAttribute('sandbox')).not.toContain('allow-top-navigation')
  expect(await frame.evaluate((element) => document.activeElement === element)).toBe(true)
  const { width = 0, height = 0 } = (await frame.boundingBox()) ?? {}
  expect(width / height).toBeCloseTo(200 / 113, 1)
  expect(Math.abs(height - (before?.height ?? 0))).toBeLessThan(4)
  expect(await facade.getByRole('button').count()).toBe(0)
  // Clear of the header, with a whole focus ring.
  const header = await page.locator('header').first().boundingBox()
  const top = await frame.evaluate((element) => {
    element.scrollIntoView({ block: 'start', behavior: 'instant' })
    return element.getBoundingClientRect().top
  })
  expect(top).toBeGreaterThanOrEqual(header?.height ?? Number.NaN)
  expect(await facade.evaluate((element) => getComputedStyle(element).overflow)).toBe('visible')
})

test('each button describes its embedded page, which the policy allows in a frame', async () => {
  await showMedia(page)
  await page.route(/^https:/, (route) => route.fulfill({ contentType: 'text/html', body: '<p>Ici</p>' }))
  for (const path of ['/blog/all', '/blog/more']) {
    await visitor.open(path)
    await page.locator('.kg-embed button').first().waitFor()
    const facades = await page.locator('.kg-embed[data-frame]').count()
    expect(facades).toBeGreaterThan(1)
    for (let index = 0; index < facades; index += 1) {
      const facade = page.locator('.kg-embed[data-frame]').nth(index)
      const [described, title] = await facade
        .locator('button')
        .evaluate((button) => [
          document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent,
          button.closest('.kg-embed')?.querySelector('.kg-embed-title')?.textContent,
        ])
      expect(title).toBeTruthy()
      expect(described).toBe(title)
      await facade.locator('button').click()
      await facade.frameLocator('iframe').getByText('Ici').waitFor()
    }
  }
  expect(visitor.takeMessages().filter((message) => !message.startsWith('request to another host: https:'))).toEqual([])
})
