import { expect, test } from 'vitest'
import en from '../../../locales/en/blog.json'
import fr from '../../../locales/fr/blog.json'
import { visit } from '../../support/browser.ts'
import { rowsOf } from '../../support/exhaustive.ts'
import { shareSite, shareSiteWithGhost } from '../../support/share-site.ts'
import { holdScript } from '../support/late-script.ts'

const { site } = await shareSiteWithGhost(undefined, { FORMS_PER_10_MINUTES: '1000' })
const simulated = await shareSite()

const address = 'camille@example.com'

test.each(
  rowsOf(
    [
      { at: site, path: '/blog', texts: fr.newsletter, typed: address, outcome: 'sent' as const },
      { at: simulated, path: '/en/blog', texts: en.newsletter, typed: address, outcome: 'success' as const },
      { at: site, path: '/en/blog', texts: en.newsletter, typed: 'camille@example', outcome: 'invalid' as const },
    ],
    [{ at: simulated, path: '/blog', texts: fr.newsletter, typed: address, outcome: 'success' as const }],
  ),
)('without JavaScript the form at $path comes back to the list with its $outcome text', async (given) => {
  const { at, path, texts, typed, outcome } = given
  const { page, visitor } = await visit(at.url, { javaScript: false })
  await visitor.open(path)

  await page.getByLabel(texts.label).pressSequentially(typed)
  await page.getByRole('button', { name: texts.button, exact: true }).click()

  await page.waitForURL((url) => url.pathname === path && url.searchParams.has('newsletter'))
  const status = page.getByRole('status').getByText(texts[outcome])
  await status.waitFor()
  expect(await page.getByLabel(texts.label).inputValue()).toBe(outcome === 'invalid' ? typed : '')
  await expect.poll(() => status.evaluate((text) => text.getBoundingClientRect().bottom <= innerHeight)).toBe(true)
})

test.each(
  rowsOf<{ at: typeof site; typed: string; outcome: 'sent' | 'invalid' | 'success' }>(
    [
      { at: site, typed: address, outcome: 'sent' },
      { at: site, typed: 'camille@example', outcome: 'invalid' },
    ],
    [{ at: simulated, typed: address, outcome: 'success' }],
  ),
)(
  'the outcome of a form that was sent before hydration ($outcome) is shown once, also in the other language',
  async (given) => {
    const { at, typed, outcome } = given
    const { page, visitor } = await visit(at.url)
    const release = await holdScript(visitor)
    await page.goto('/blog', { waitUntil: 'commit' })
    await page.getByLabel(fr.newsletter.label).fill(typed)
    await page.getByRole('button', { name: fr.newsletter.button, exact: true }).click()
    await page.waitForURL(`**/blog?newsletter=${outcome}#newsletter`)
    await page.getByRole('status').getByText(fr.newsletter[outcome]).waitFor()
    await release()
    await page.waitForURL(`${at.url}/blog`)
    await page.getByRole('status').getByText(fr.newsletter[outcome]).waitFor()

    await page.getByRole('button', { name: /^EN/ }).click()
    await page.getByRole('status').getByText(en.newsletter[outcome]).waitFor()
    await page.waitForURL(`${at.url}/en/blog`)
    await visitor.open('/en/blog')

    expect(await page.getByRole('status').allInnerTexts()).toEqual([''])
  },
)

test('an address that came back before hydration stays in the other language, and is cleared once one is accepted', async () => {
  const { page, visitor } = await visit(site.url)
  const release = await holdScript(visitor)
  await page.goto('/blog', { waitUntil: 'commit' })
  await page.getByLabel(fr.newsletter.label).fill('camille@example')
  await page.getByRole('button', { name: fr.newsletter.button, exact: true }).click()
  await page.waitForURL(/newsletter=invalid/)
  await release()
  await visitor.mark()

  await page.getByRole('button', { name: /^EN/ }).click()
  const field = page.getByLabel(en.newsletter.label)
  await field.waitFor()
  expect(await field.inputValue()).toBe('camille@example')

  await field.fill('camille@example.com')
  await page.getByRole('button', { name: en.newsletter.button, exact: true }).click()
  await page.getByRole('status').getByText(en.newsletter.success).waitFor()
  expect(await field.inputValue()).toBe('')
  expect(await visitor.stayed()).toBe(true)
})
