import { expect, test } from 'vitest'
import { company } from '../../../shared/company.ts'
import en from '../../../locales/en/ai.json'
import home from '../../../locales/en/home.json'
import fr from '../../../locales/fr/ai.json'
import terms from '../../../locales/fr/terms.json'
import { visit } from '../../support/browser.ts'
import { fakePost, tags } from '../../support/fake-ghost.ts'
import { shareBrowser } from '../../support/share-browser.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'

const { site } = await shareSiteWithGhost([
  // Long, so that the page can be scrolled far down.
  fakePost('un-article', { html: '<p>Une ligne.</p>'.repeat(60) }),
  fakePost('an-article', { tags: [tags.en] }),
])
const visitor = await shareBrowser(site.url)
const { page } = visitor

const year = 365 * 24 * 60 * 60
const heading = (name: string, of = page) => of.getByRole('heading', { level: 1, name })

/** Waits until a page shows its heading, title and language. */
async function shows({ intro, meta }: typeof fr, language: string, address: string) {
  await heading(intro.title).waitFor()
  await page.locator(`html[lang="${language}"]`).waitFor()
  expect(page.url()).toBe(site.url + address)
  expect(await page.title()).toBe(`${meta.title} | ${company.name}`)
}

test('the toggle, back and forward switch languages without a page load, and the choice is stored', async () => {
  await visitor.open('/ai')
  await visitor.mark()
  await page.getByRole('button', { name: 'EN' }).click()
  await shows(en, 'en', '/en/ai')
  expect(await page.locator('link[rel="canonical"]').getAttribute('href')).toBe(`${site.url}/en/ai`)
  const [cookie, ...others] = await visitor.context.cookies()
  expect(others).toEqual([])
  expect(cookie).toMatchObject({ name: 'i18next', value: 'en', path: '/', sameSite: 'Lax', secure: false })
  expect(Math.abs((cookie?.expires ?? 0) - Date.now() / 1000 - year)).toBeLessThan(60)

  await page.goBack()
  await shows(fr, 'fr', '/ai')
  expect(await page.getByRole('button', { name: 'EN' }).count()).toBe(1)
  await page.goForward()
  await shows(en, 'en', '/en/ai')
  expect(await visitor.stayed()).toBe(true)

  // The server sends this language, so going back also restored the stored choice.
  await page.goBack()
  await shows(fr, 'fr', '/ai')
  await page.reload()
  await shows(fr, 'fr', '/ai')

  await page.getByRole('button', { name: 'EN' }).click()
  await shows(en, 'en', '/en/ai')
  await page.reload()
  await shows(en, 'en', '/en/ai')
  await visitor.open('/ai')
  await shows(en, 'en', '/ai')
  await page.getByRole('button', { name: 'FR' }).click()
  await shows(fr, 'fr', '/ai')
  await page.reload()
  await shows(fr, 'fr', '/ai')
})

test('going back across a language switch at the same URL shows the former language', async () => {
  const { page, visitor } = await visit(site.url, { cookie: 'en' })
  await visitor.open('/ai')
  await page.getByRole('button', { name: 'FR' }).click()
  await heading(fr.intro.title, page).waitFor()

  await page.goBack()
  await heading(en.intro.title, page).waitFor()
  await page.goForward()
  await heading(fr.intro.title, page).waitFor()

  await page.locator('html[lang="fr"]').waitFor()
  expect(page.url()).toBe(`${site.url}/ai`)
})

test('the list shows the posts of the toggle’s language, also at the same URL', async () => {
  const { page, visitor } = await visit(site.url, { cookie: 'en' })
  await visitor.open('/blog')
  await page.getByRole('link', { name: 'Titre de an-article' }).waitFor()
  await visitor.mark()

  for (const [name, post, date, address] of [
    ['FR', 'un-article', '21 septembre 2026', '/blog'],
    ['EN', 'an-article', 'September 21, 2026', '/en/blog'],
    ['FR', 'un-article', '21 septembre 2026', '/blog'],
  ] as const) {
    await page.getByRole('button', { name }).click()
    await page.getByRole('link', { name: `Titre de ${post}` }).waitFor()
    await page.getByText(date).waitFor()
    await page.waitForURL(site.url + address)
    await page.locator(`html[lang="${name.toLowerCase()}"]`).waitFor()
  }
  expect(await visitor.stayed()).toBe(true)
})

test('a toggle far down an article opens the other list at its top, and back shows the article', async () => {
  await page.setViewportSize({ width: 360, height: 400 })
  await visitor.open('/blog/un-article')
  await page.evaluate(() => window.scrollTo({ top: 600, behavior: 'instant' }))
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(300)

  // Playwright's own click would scroll.
  await page.getByRole('button', { name: /^EN/ }).evaluate((button: HTMLElement) => button.click())

  await page.waitForURL(`${site.url}/en/blog`)
  await page.getByRole('link', { name: 'Titre de an-article' }).waitFor()
  await page.locator('main h1:focus').waitFor()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)

  await page.goBack()
  await heading('Titre de un-article').waitFor()
  await page.locator('html[lang="fr"]').waitFor()
})

test('a language switch keeps the focus and the scroll position', async () => {
  await visitor.open('/ai')
  await page.evaluate(() => window.scrollTo({ top: 600, behavior: 'instant' }))

  // Playwright's own click would scroll first.
  const box = await page.getByRole('button', { name: 'EN' }).boundingBox()
  await page.mouse.click((box?.x ?? 0) + 5, (box?.y ?? 0) + 5)
  await heading(en.intro.title).waitFor()

  // The texts above differ in length, hence less than 600.
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(300)
  await page.locator('header button:focus').getByText('FR').waitFor()
})

test.each([
  { from: '/nulle-part', to: '/en', title: home.title, language: 'en', canonical: '/en' },
  { from: '/terms', to: '/en/terms', title: terms.title, language: 'fr', canonical: '/terms' },
])('the toggle on $from leads to $to, whose text is in $language', async ({ from, to, title, language, canonical }) => {
  await visitor.open(from)
  visitor.takeMessages()

  await page.getByRole('button', { name: 'EN' }).click()

  await page.waitForURL(site.url + to)
  await page.locator('html[lang="en"]').waitFor()
  await expect.poll(() => page.locator('h1').innerText()).toBe(title)
  expect(await page.locator('h1').evaluate((one) => one.closest('[lang]')?.getAttribute('lang'))).toBe(language)
  expect(await page.locator('link[rel="canonical"]').getAttribute('href')).toBe(site.url + canonical)
})

test('a page keeps its language while its other language loads', async () => {
  const { page, visitor } = await visit(site.url)
  await visitor.open('/ai')
  const release = await visitor.hold(/\/assets\/(?:ai|common)-[^/]*\.js/)
  await page.locator('header form button').focus()
  await page.keyboard.press('Enter')
  await page.locator('main[aria-busy="true"]').waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe('fr')
  // An impatient visitor.
  await page.keyboard.press('Enter')
  release()
  await page.waitForURL(`${site.url}/en/ai`)
  await page.locator('header button:focus').getByText('FR').waitFor()
})
