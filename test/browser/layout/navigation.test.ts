import { expect, test } from 'vitest'
import { company } from '../../../shared/company.ts'
import contactEn from '../../../locales/en/contact.json'
import en from '../../../locales/en/common.json'
import contactFr from '../../../locales/fr/contact.json'
import fr from '../../../locales/fr/common.json'
import { languageCookie } from '../../../shared/language.ts'
import { fakePost, tags } from '../../support/fake-ghost.ts'
import { shareBrowser } from '../../support/share-browser.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'

const { site } = await shareSiteWithGhost([
  fakePost('un-article'),
  // The featured post leads the list, but is not the latest.
  fakePost('a-la-une', { featured: true, published_at: '2026-01-15T10:00:00.000Z' }),
  fakePost('an-article', { tags: [tags.en, tags.strategie] }),
])
const visitor = await shareBrowser(site.url)
const { page } = visitor

test.each([
  { from: '/', to: '/contact', texts: fr, title: contactFr.meta.title },
  { from: '/en', to: '/en/contact', texts: en, title: contactEn.meta.title },
])('a link in the header of $from shows the next page without a page load', async ({ from, to, texts, title }) => {
  await visitor.open(from)
  await visitor.mark()

  await page.locator('header').getByRole('link', { name: texts.nav.contact, exact: true }).click()
  await page.waitForURL(site.url + to)

  await page.locator('main h1:focus').waitFor()
  expect(await page.title()).toBe(`${title} | ${company.name}`)
  const announced = texts.navigation.announced.replace('{{title}}', `${title} | ${company.name}`)
  await expect.poll(() => page.locator('[aria-live="polite"]').allTextContents()).toContain(announced)
  expect(await page.locator('link[rel="canonical"]').getAttribute('href')).toBe(site.url + to)
  expect(await visitor.stayed()).toBe(true)
})

test.each(['reduce', 'no-preference'] as const)(
  'a link shows the next page’s top at once, with the motion preference %s',
  async (reducedMotion) => {
    await page.emulateMedia({ reducedMotion })
    await visitor.open('/')
    const link = page.locator('footer').getByRole('link', { name: fr.nav.archiving })
    const code = page.waitForResponse(/\/assets\/archiving-.*\.js$/)
    await link.hover()
    await (await code).finished()
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0)

    await link.click()
    await page.locator('main h1:focus').waitFor()

    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    expect(new URL(page.url()).pathname).toBe('/archiving')
  },
)

test('links in the text keep the language', async () => {
  await visitor.context.addCookies([{ name: languageCookie, value: 'en', url: site.url }])
  await visitor.open('/')

  await page.locator('main a[href="/en/ai"]').click()
  await page.waitForURL(`${site.url}/en/ai`)
  await page.locator('main h1:focus').waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe('en')
})

test('the home page shows the latest posts after a link from another page', async () => {
  await visitor.open('/contact')
  await visitor.mark()

  await page.locator('header a').first().click()

  await page.getByRole('link', { name: 'Titre de un-article' }).click()
  await page.locator('main h1:focus').getByText('Titre de un-article').waitFor()
  expect(await visitor.stayed()).toBe(true)
})
