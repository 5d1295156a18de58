import { expect, test } from 'vitest'
import { visit } from '../../support/browser.ts'
import { rowsOf } from '../../support/exhaustive.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'
import { visitWithoutProof } from '../support/contact-fields.ts'
import { buttonOf, usedForms } from '../support/forms.ts'
import { holdScript } from '../support/late-script.ts'

const { site } = await shareSiteWithGhost(undefined, { FORMS_PER_10_MINUTES: '1000' })

const { contact, newsletter } = usedForms

test.each([contact, newsletter])('without JavaScript the $form form leads to its outcome', async (row) => {
  const { page: path, query, text, problem, field, fill, fillInvalid, typedInvalid, accepted, failure } = row
  const { page, visitor } = await visit(site.url, { javaScript: false })
  await visitor.open(path)
  const submit = () => buttonOf(page, row, 'fr').click()
  const isBack = (outcome: string) =>
    page.waitForURL((url) => url.pathname === path && url.searchParams.get(query) === outcome)
  // The browser itself reports missing fields.
  await submit()
  expect(new URL(page.url()).search).toBe('')

  await fillInvalid(visitor, 'fr')
  await submit()
  await isBack('invalid')
  const problems = failure(page).getByText(text('fr', problem))
  await expect.poll(() => problems.evaluate((node) => node.getBoundingClientRect().bottom <= innerHeight)).toBe(true)
  expect(await field(page, 'fr').inputValue()).toBe(typedInvalid)

  await fill(visitor, 'fr')
  await submit()
  await isBack(accepted.outcome)
  const thanks = page.getByRole('status').getByText(text('fr', 'success'))
  await expect.poll(() => thanks.evaluate((node) => node.getBoundingClientRect().bottom <= innerHeight)).toBe(true)
  expect(await page.locator('form [name="email"]').first().inputValue()).toBe('')
})

test.each(
  rowsOf(
    [
      { ...contact, isValid: true },
      { ...contact, isValid: false },
      { ...newsletter, isValid: false },
    ],
    [{ ...newsletter, isValid: true }],
  ),
)(
  'the outcome of the $form form sent before its script loads shows once in each language (valid: $isValid)',
  async (row) => {
    const { page: path, endpoint, text, accepted, isValid } = row
    const { page, visitor } = await visitWithoutProof(site.url)
    const release = await holdScript(visitor)
    const outcomeText = (lang: 'fr' | 'en') =>
      isValid
        ? page.getByRole('status').getByText(text(lang, 'success'))
        : row.failure(page).getByText(text(lang, row.problem))
    const posts: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') posts.push(new URL(request.url()).pathname)
    })
    await page.goto(path, { waitUntil: 'commit' })
    await (isValid ? row.fill : row.fillInvalid)(visitor, 'fr')
    await buttonOf(page, row, 'fr').click()
    await page.waitForURL((url) => url.searchParams.get(row.query) === (isValid ? accepted.outcome : 'invalid'))
    await outcomeText('fr').waitFor()
    await release()
    // Without the query it is not shown again after a reload.
    await page.waitForURL(site.url + path)
    await outcomeText('fr').waitFor()
    expect(posts).toEqual([endpoint])
    await visitor.mark()

    await page.getByRole('button', { name: /^EN/ }).click()
    await outcomeText('en').waitFor()
    await page.waitForURL(`${site.url}/en${path}`)
    expect(await row.field(page, 'en').inputValue()).toBe(isValid ? '' : row.typedInvalid)
    if (!isValid) {
      await row.fill(visitor, 'en')
      await buttonOf(page, row, 'en').click()
      await page.getByRole('status').getByText(text('en', 'success')).waitFor()
      expect(await row.field(page, 'en').inputValue()).toBe('')
    }
    expect(await visitor.stayed()).toBe(true)
    await page.reload()
    await visitor.takeOver()
    expect((await page.getByRole('status').allInnerTexts()).join('')).toBe('')
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(await row.field(page, 'en').inputValue()).toBe('')
  },
)
