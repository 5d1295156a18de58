import { expect, it } from 'vitest'
import { fakePost, tags } from '../../support/fake-ghost.ts'
import { adminKey } from '../../support/fake-ghost-admin.ts'
import { shareBrowser } from '../../support/share-browser.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'

const drafts = { fr: '89061c0b-db14-4f8b-b82d-eafdf8432cad', en: '89061c0b-db14-4f8b-b82d-eafdf8432cae' }
const path = `/preview/${drafts.fr}`

const posts = [fakePost('un-article'), fakePost('an-article', { tags: [tags.en] })]
const { ghost, site } = await shareSiteWithGhost(posts, { GHOST_ADMIN_API_KEY: adminKey })
ghost.state.drafts = (['fr', 'en'] as const).map((language) => ({
  ...fakePost('un-brouillon', { tags: [tags[language]], title: `Brouillon ${language}` }),
  uuid: drafts[language],
  status: 'draft',
  published_at: null,
}))
const visitor = await shareBrowser(site.url)
const { page } = visitor
const scriptless = await shareBrowser(site.url, { javaScript: false })

it.each([
  ['fr', 'Aperçu', '/about', '/en/blog'],
  ['en', 'Preview', '/en/about', '/blog'],
] as const)('hydrates the preview of a draft in %s: links, toggle, the way back', async (lang, mark, about, blog) => {
  const path = `/preview/${drafts[lang]}`
  await visitor.open(path)
  await visitor.mark()
  const heading = page.getByRole('heading', { level: 1 })
  expect(await heading.textContent()).toBe(`Brouillon ${lang}`)
  expect(await page.locator('html').getAttribute('lang')).toBe(lang)

  await page.locator(`footer a[href="${about}"]`).first().click()
  await page.waitForURL(`**${about}`)
  await page.goBack()
  await page.waitForURL(`**${path}`)
  await expect.poll(() => heading.textContent()).toBe(`Brouillon ${lang}`)
  expect(await page.getByRole('complementary', { name: mark }).isVisible()).toBe(true)

  await page.locator('header form button').first().click()
  await page.waitForURL(`**${blog}`)
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe(lang === 'fr' ? 'en' : 'fr')
  expect(await visitor.stayed()).toBe(true)
})

it('never shows the draft at the address of an article', async () => {
  await visitor.open(path)
  await page.evaluate(() => {
    history.pushState(null, '', '/blog/un-brouillon')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await page.getByRole('heading', { level: 1, name: 'Article introuvable' }).waitFor()
  expect(visitor.takeMessages()).toEqual([expect.stringContaining('404')])
})

it('works without JavaScript', async () => {
  const { page, open } = scriptless
  await open(`/preview/${drafts.en}`)
  expect(await page.getByRole('complementary', { name: 'Preview' }).isVisible()).toBe(true)
  await page.locator('header form button').first().click()
  await page.waitForURL('**/blog')
  expect(await page.locator('html').getAttribute('lang')).toBe('fr')
})

it('hydrates the screen of a preview that does not exist', async () => {
  for (const address of [path.replace('8', '9'), '/preview/abc']) {
    expect((await visitor.open(address))?.status()).toBe(404)
    expect(visitor.takeMessages()).toEqual([expect.stringContaining('404')])
  }
})
