import { expect, test } from 'vitest'
import { visit } from '../../support/browser.ts'
import { rowsOf } from '../../support/exhaustive.ts'
import { fakePost, tags } from '../../support/fake-ghost.ts'
import { shareBrowser } from '../../support/share-browser.ts'
import { shareSite } from '../../support/share-site.ts'
import { startSiteWithGhost } from '../../support/start-site.ts'

const site = await shareSite()
const visitor = await shareBrowser(site.url, { reducedMotion: 'reduce' })
const { page } = visitor

test('the items of a list are numbered as its author chose', async () => {
  const kinds = {
    '': 'decimal',
    'type="a"': 'lower-alpha',
    'type="A"': 'upper-alpha',
    'type="i"': 'lower-roman',
    'type="I"': 'upper-roman',
  }
  const html = Object.keys(kinds)
    .map((type) => `<ol ${type}><li>a</li></ol>`)
    .join('')
  const { site } = await startSiteWithGhost([fakePost('listes', { html: `${html}<ul><li>a</li></ul>` })])
  const { page, visitor } = await visit(site.url)
  await visitor.open('/blog/listes')
  const items = page.locator('.prose li')
  const counters = await items.evaluateAll((all) => all.map((item) => getComputedStyle(item).listStyleType))
  expect(counters).toEqual([...Object.values(kinds), 'disc'])
})

test('in a high window the sea of the error screen reaches the footer', async () => {
  await page.setViewportSize({ width: 1024, height: 1400 })
  await page.goto('/nulle/part')
  visitor.takeMessages()
  const sea = page.locator('main svg path[class*="sea"]').first()
  const colour = await sea.evaluate((path) => getComputedStyle(path).fill)
  expect(await page.locator('main').evaluate((main) => getComputedStyle(main).backgroundColor)).toBe(colour)
})

test('in a medium window the page about the company has its headings beside their text', async () => {
  await page.setViewportSize({ width: 768, height: 900 })
  await visitor.open('/about')
  const gaps = await page.locator('main section:has(> hgroup)').evaluateAll((sections) =>
    sections.map((section) => {
      const text = section.querySelector(':scope > :is(p, dl, ul)')?.getBoundingClientRect()
      return (text?.left ?? 0) - (section.querySelector('hgroup')?.getBoundingClientRect().right ?? 0)
    }),
  )
  expect(gaps).toHaveLength(5)
  expect(Math.min(...gaps)).toBeGreaterThan(0)
})

const wordy = rowsOf([320, 1280], [360])

test.each(wordy)('an endless word fits a window %i pixels wide, wherever authors put it', async (width) => {
  const word = 'anticonstitutionnellement'.repeat(4)
  const endless = {
    title: `Un titre ${word}`,
    excerpt: `Un extrait ${word}`,
    html: `<h2 id="a">${word}</h2><p>${word}</p><h2 id="b">B</h2><ul><li>${word}</li></ul><h2 id="c">C</h2><blockquote>${word}</blockquote><h2 id="d">D</h2>`,
    authors: [{ name: word, slug: 'camille' }],
    tags: [tags.fr, { ...tags.strategie, name: word }],
  }
  const { site } = await startSiteWithGhost(['un', 'deux', 'trois'].map((slug) => fakePost(slug, endless)))
  const { page, visitor } = await visit(site.url, { width })
  for (const address of ['/blog', '/blog?q=titre', `/blog/tag/${tags.strategie.slug}`, '/blog/deux']) {
    await visitor.open(address)
    await page.getByText(word).first().waitFor()
    const contents = page.locator('main nav summary')
    if (await contents.isVisible()) await contents.click()
    expect(await page.evaluate(() => document.documentElement.scrollWidth), address).toBe(width)
  }
})
