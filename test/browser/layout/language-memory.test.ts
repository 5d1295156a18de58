import { expect, test } from 'vitest'
import { company } from '../../../shared/company.ts'
import en from '../../../locales/en/ai.json'
import fr from '../../../locales/fr/ai.json'
import home from '../../../locales/en/home.json'
import { visit } from '../../support/browser.ts'
import { fakePost, tags } from '../../support/fake-ghost.ts'
import { shareBrowser } from '../../support/share-browser.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'

const { site } = await shareSiteWithGhost([fakePost('un-article'), fakePost('an-article', { tags: [tags.en] })])
const visitor = await shareBrowser(site.url)
const { page } = visitor

test('the chosen language is kept after a reload, and at an address without prefix', async () => {
  await visitor.open('/ai')
  await page.getByRole('button', { name: 'EN' }).click()
  await page.waitForURL(`${site.url}/en/ai`)

  await page.reload()
  expect(await page.locator('h1').innerText()).toBe(en.intro.title)
  await visitor.open('/ai')
  expect(await page.locator('h1').innerText()).toBe(en.intro.title)

  await page.getByRole('button', { name: 'FR' }).click()
  await page.getByRole('heading', { level: 1, name: fr.intro.title }).waitFor()
  await page.reload()
  expect(await page.locator('h1').innerText()).toBe(fr.intro.title)
  await page.locator('html[lang="fr"]').waitFor()
})

test('the toggle switches without a page load; going back shows the former language, going forward undoes that', async () => {
  await visitor.open('/ai')
  await visitor.mark()
  await page.getByRole('button', { name: 'EN' }).click()
  await page.waitForURL(`${site.url}/en/ai`)
  await page.getByRole('heading', { level: 1, name: en.intro.title }).waitFor()
  await page.locator('html[lang="en"]').waitFor()
  expect(await page.title()).toBe(`${en.meta.title} | ${company.name}`)
  expect(await page.locator('link[rel="canonical"]').getAttribute('href')).toBe(`${site.url}/en/ai`)

  await page.goBack()
  await page.getByRole('heading', { level: 1, name: fr.intro.title }).waitFor()
  expect(page.url()).toBe(`${site.url}/ai`)
  await page.locator('html[lang="fr"]').waitFor()
  expect(await page.title()).toBe(`${fr.meta.title} | ${company.name}`)
  expect(await page.getByRole('button', { name: 'EN' }).count()).toBe(1)

  await page.goForward()
  await page.getByRole('heading', { level: 1, name: en.intro.title }).waitFor()
  expect(await visitor.stayed()).toBe(true)

  // The server sends this language, since going back restored the choice.
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: fr.intro.title }).waitFor()
  await page.reload()
  expect(await page.locator('h1').innerText()).toBe(fr.intro.title)
})

test('going back over a toggle at the same address shows the former language', async () => {
  const { page, visitor } = await visit(site.url, { cookie: 'en' })
  await visitor.open('/ai')
  await page.getByRole('button', { name: 'FR' }).click()
  await page.getByRole('heading', { level: 1, name: fr.intro.title }).waitFor()

  await page.goBack()
  await page.getByRole('heading', { level: 1, name: en.intro.title }).waitFor()
  await page.goForward()
  await page.getByRole('heading', { level: 1, name: fr.intro.title }).waitFor()

  await page.locator('html[lang="fr"]').waitFor()
  expect(page.url()).toBe(`${site.url}/ai`)
})

test('going back over a toggle from an article to the list shows the article', async () => {
  await visitor.open('/blog/un-article')
  await page.getByRole('button', { name: 'EN' }).click()
  await page.getByRole('link', { name: 'Titre de an-article' }).waitFor()

  await page.goBack()

  await page.getByRole('heading', { level: 1, name: 'Titre de un-article' }).waitFor()
  await page.locator('html[lang="fr"]').waitFor()
})

test('the focus and the place on the page stay where they were when the language is switched', async () => {
  await visitor.open('/ai')
  await page.evaluate(() => window.scrollTo({ top: 600, behavior: 'instant' }))

  // Playwright's own click would scroll first.
  const box = await page.getByRole('button', { name: 'EN' }).boundingBox()
  await page.mouse.click((box?.x ?? 0) + 5, (box?.y ?? 0) + 5)
  await page.getByRole('heading', { level: 1, name: en.intro.title }).waitFor()

  // Less than 600, since the texts above differ in length.
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(300)
  await page.locator('header button:focus').getByText('FR').waitFor()
})

test('from an unknown address the toggle leads to the home page', async () => {
  await visitor.open('/nulle-part')
  visitor.takeMessages()

  await page.getByRole('button', { name: 'EN' }).click()

  await page.waitForURL(`${site.url}/en`)
  await expect.poll(() => page.locator('h1').innerText()).toBe(home.title)
})

test('the terms stay French on an English page, and say so', async () => {
  await visitor.open('/terms')
  const title = await page.locator('h1').innerText()

  await page.getByRole('button', { name: 'EN' }).click()
  await page.waitForURL(`${site.url}/en/terms`)

  expect(await page.locator('h1').innerText()).toBe(title)
  await page.locator('html[lang="en"]').waitFor()
  expect(await page.locator('h1').evaluate((heading) => heading.closest('[lang]')?.getAttribute('lang'))).toBe('fr')
  expect(await page.locator('link[rel="canonical"]').getAttribute('href')).toBe(`${site.url}/terms`)
})

test('a page keeps its language while the page in the other language loads', async () => {
  const { page, visitor: fresh } = await visit(site.url)
  await fresh.open('/ai')
  const release = await fresh.hold(/\/assets\/(?:ai|common)-[^/]*\.js/)
  await page.locator('header form button').focus()
  await page.keyboard.press('Enter')
  await page.locator('main[aria-busy="true"]').waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe('fr')
  // An impatient visitor clicks twice.
  await page.keyboard.press('Enter')
  release()
  await page.waitForURL(`${site.url}/en/ai`)
  await page.locator('header button:focus').getByText('FR').waitFor()
})
