import { expect, test } from 'vitest'
import en from '../../../locales/en/blog.json'
import common from '../../../locales/fr/common.json'
import fr from '../../../locales/fr/blog.json'
import { company } from '../../../shared/company.ts'
import { visit } from '../../support/browser.ts'
import { fakePost, tags } from '../../support/fake-ghost.ts'
import { shareBrowser } from '../../support/share-browser.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'
import { startSiteWithGhost } from '../../support/start-site.ts'

/** Ghost's own excerpts are this long. */
const longExcerpt = 'mot '.repeat(125).trim()

// The English list is long; the French one has the excerpts.
const law = { id: 't5', slug: 'loi-25', name: 'Loi 25' }
const tagged = [
  fakePost('un-article', { tags: [tags.fr, law] }),
  fakePost('un-autre', { tags: [tags.fr, law, tags.strategie] }),
  fakePost('an-article', { tags: [tags.en, tags.strategie] }),
]

const { site } = await shareSiteWithGhost([
  ...Array.from({ length: 60 }, (_, index) => fakePost(`article-${index}`, { tags: [tags.en] })),
  fakePost('lead', { tags: [tags.fr] }),
  fakePost('long', { tags: [tags.fr, tags.strategie], excerpt: longExcerpt }),
  fakePost('longer', { tags: [tags.fr], excerpt: longExcerpt }),
  fakePost('written', { tags: [tags.fr], excerpt: longExcerpt.slice(0, 299) }),
])
const visitor = await shareBrowser(site.url)
const { page } = visitor

test('if Ghost hangs forever, the no-articles message replaces the loading text', async () => {
  const { ghost, site } = await startSiteWithGhost(undefined, { POSTS_WAIT_MS: '50', GHOST_TIMEOUT_MS: '3000' })
  const { page, visitor } = await visit(site.url)
  ghost.state.behaviour = 'hangs'

  await visitor.open('/blog')

  await page.locator('main').getByText(fr.empty).waitFor()
  expect(await page.locator('main').getByText(fr.loading).count()).toBe(0)
  expect(visitor.takeMessages()).toEqual([expect.stringContaining('503 (Service Unavailable) (/api/posts?lang=fr)')])
})

test.each([320, 820, 1280])(
  'in a window %i pixels wide a card shows five lines of Ghost’s own excerpt, and contains all of it',
  async (width) => {
    await page.setViewportSize({ width, height: 800 })
    await visitor.open('/blog')
    const lines = () =>
      page
        .getByText(longExcerpt)
        .evaluateAll((all) =>
          all.map((text) => Math.round(text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight))),
        )

    expect(await lines()).toEqual([5, 5])
    // Print cannot show omitted text on request.
    await page.emulateMedia({ media: 'print' })
    for (const printed of await lines()) expect(printed).toBeGreaterThan(5)
  },
)

test('an author’s own excerpt is shown whole, also with wider spacing of letters, words and lines', async () => {
  await page.setViewportSize({ width: 320, height: 800 })
  await visitor.open('/blog')
  const cut = await page.getByText(longExcerpt.slice(0, 299), { exact: true }).evaluate((text) => {
    // WCAG 2.2, success criterion 1.4.12.
    Object.assign(text.style, { lineHeight: '1.5', letterSpacing: '.12em', wordSpacing: '.16em' })
    return text.scrollHeight - text.clientHeight
  })
  expect(cut).toBe(0)
})

test('an article opened by a link has links to the previous and next posts', async () => {
  await visitor.open('/en/blog')
  await visitor.mark()

  await page.getByRole('link', { name: 'Titre de article-1', exact: true }).click()
  const adjacent = page.getByRole('navigation', { name: en.neighbours })
  await adjacent.getByRole('link', { name: 'Titre de article-2' }).waitFor()
  await adjacent.getByRole('link', { name: 'Titre de article-0' }).click()
  await page.getByRole('heading', { level: 1, name: 'Titre de article-0' }).waitFor()
  await adjacent.getByRole('link', { name: 'Titre de article-1' }).waitFor()

  expect(await adjacent.getByRole('link').count()).toBe(1)
  expect(await visitor.stayed()).toBe(true)
})

test('a label on a card leads to its topic, and the toggle there to the other language’s list', async () => {
  const { ghost, site } = await startSiteWithGhost(tagged)
  const { page, visitor } = await visit(site.url)
  await visitor.open('/blog')
  await visitor.mark()

  await page.locator('article').first().getByRole('link', { name: law.name, exact: true }).click()
  await page.waitForURL('**/blog/tag/loi-25')
  await page.locator('main h1:focus').waitFor()

  expect(await page.locator('main h1').innerText()).toBe(law.name)
  expect(await page.title()).toBe(`${fr.tag.title.replace('{{name}}', law.name)} | ${company.name}`)
  expect(await page.locator('article h2').allInnerTexts()).toEqual(['Titre de un-article', 'Titre de un-autre'])

  await page.getByRole('button', { name: common.toggle.label }).first().click()
  await page.waitForURL('**/en/blog')
  await page.getByRole('link', { name: 'Titre de an-article' }).waitFor()
  expect(await visitor.stayed()).toBe(true)
  // Each language's list is requested once.
  expect(ghost.calls.map((call) => call.searchParams.get('filter'))).toEqual(['tag:fr', 'tag:en'])
})

test('a topic’s page is the same by a link and from the server', async () => {
  const main = () => page.locator('main').innerText()
  await visitor.open('/blog/tag/strategie')
  const sent = await main()
  await visitor.open('/blog/long')

  await page.locator('article footer').getByRole('link', { name: 'Stratégie' }).click()
  await page.waitForURL('**/blog/tag/strategie')

  await expect.poll(main).toBe(sent)
})
