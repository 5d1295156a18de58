import { expect, test } from 'vitest'
import fr from '../../../locales/fr/blog.json'
import { isInSight } from '../../support/browser.ts'
import { shareBrowser } from '../../support/share-browser.ts'
import { showMedia, shareCards } from '../support/card-posts.ts'

const site = await shareCards()
const visitor = await shareBrowser(site.url, { reducedMotion: 'reduce' })
const { page } = visitor

test('an element in an article that the focus returns to is clear of the header', async () => {
  await showMedia(page)
  await visitor.open('/blog/all')
  const header = await page.locator('header').first().boundingBox()
  for (const kind of ['summary', 'audio', 'video']) {
    const top = await page.locator('article').evaluate((article, name) => {
      const element = article.querySelector<HTMLElement>(`.prose ${name}`)
      window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' })
      element?.focus()
      return element?.getBoundingClientRect().top
    }, kind)
    expect(top, kind).toBeGreaterThanOrEqual(header?.height ?? Number.NaN)
  }
})

test.each(['vid%C3%A9o', 'vid%c3%a9o', 'vidéo'])('an address ending in …%s leads to its heading', async (spelling) => {
  await showMedia(page)
  await visitor.open(`/blog/all#fichiers-son-et-${spelling}`)
  const top = () =>
    page.locator('[id="fichiers-son-et-vidéo"]').evaluate((heading) => heading.getBoundingClientRect().top)
  await expect.poll(top).toBeLessThan(400)
  expect(await top()).toBeGreaterThan(0)
})

test('notes lead to the foot of the article and back', async () => {
  await showMedia(page)
  await visitor.open('/blog/all')
  const inView = (id: string) => isInSight(page.locator(`[id="${id}"]`))
  await page.getByRole('link', { name: '[1]' }).click()
  await expect.poll(() => inView('fn1')).toBe(true)
  await page.getByRole('link', { name: fr.backToText }).click()
  await expect.poll(() => inView('fnref1')).toBe(true)
})
