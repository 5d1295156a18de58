import { expect, test } from 'vitest'
import en from '../../../locales/en/contact.json'
import fr from '../../../locales/fr/contact.json'
import { shareSite } from '../../support/share-site.ts'
import { fillIn, typed, visitWithoutProof } from '../support/contact-fields.ts'
import { holdScript, type Visitor } from '../support/late-script.ts'

const site = await shareSite({ FORMS_PER_10_MINUTES: '1000' })

test('typed text survives a reload, another page and the other language', async () => {
  const { page, visitor } = await visitWithoutProof(site.url)
  await visitor.open('/contact')
  await fillIn(visitor)

  await page.reload()
  await visitor.takeOver()
  await expect.poll(() => page.getByLabel(fr.form.message, { exact: true }).inputValue()).toBe(typed.message)

  await page.getByRole('navigation').getByRole('link', { name: 'Blogue' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Blogue' }).waitFor()
  await page.goBack()
  await expect.poll(() => page.getByLabel(fr.form.name, { exact: true }).inputValue()).toBe(typed.name)

  await page.getByRole('button', { name: /^EN/ }).click()
  await expect.poll(() => page.getByLabel(en.form.message, { exact: true }).inputValue()).toBe(typed.message)
  expect(await page.getByLabel(en.form.subject, { exact: true }).inputValue()).toBe('archiving')
})

test('text that is typed before hydration survives another page, and an untouched form stores nothing', async () => {
  const { page, visitor } = await visitWithoutProof(site.url)
  const name = page.getByLabel(fr.form.name, { exact: true })
  await visitor.open('/contact?subject=ai')
  expect(await page.evaluate(() => sessionStorage.getItem('contact'))).toBe(null)
  const release = await holdScript(visitor)
  await page.reload({ waitUntil: 'commit' })
  await name.fill(typed.name)
  await release()

  await page.getByRole('navigation').getByRole('link', { name: 'Blogue' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Blogue' }).waitFor()
  await page.goBack()

  await expect.poll(() => name.inputValue()).toBe(typed.name)
})

test.each([true, false])('typed text survives a toggle before hydration (cookies: %s)', async (allowed) => {
  const { page, visitor } = await visitWithoutProof(site.url)
  if (!allowed) {
    await page.addInitScript(() =>
      Object.defineProperty(window, 'sessionStorage', {
        get: () => {
          throw new DOMException('denied', 'SecurityError')
        },
      }),
    )
  }
  const release = await holdScript(visitor)
  await page.goto('/contact', { waitUntil: 'commit' })
  await fillIn(visitor)

  await page.getByRole('button', { name: /^EN/ }).click()
  await page.getByRole('heading', { level: 1, name: en.title }).waitFor()
  await release()

  const message = page.getByLabel(en.form.message, { exact: true })
  await expect.poll(() => message.inputValue()).toBe(allowed ? typed.message : '')
  // When the page is left, the router also logs that it cannot store scroll positions.
  await page.goto('about:blank')
  for (const message of visitor.takeMessages()) expect(message).toContain('SecurityError: denied')
})

/** Sends a form before hydration. It comes back because its name has only spaces. */
async function comeBackInvalid(visitor: Visitor, path: string, texts: typeof fr) {
  const { page } = visitor
  const release = await holdScript(visitor)
  await page.goto(path, { waitUntil: 'commit' })
  await fillIn(visitor, { ...typed, name: '   ' })
  await page.getByRole('button', { name: texts.form.submit }).click()
  await page.waitForURL(/form=invalid/)
  await release()
}

test('a form that came back and is then sent is empty, also after a reload and on another visit', async () => {
  const { page, visitor } = await visitWithoutProof(site.url)
  await comeBackInvalid(visitor, '/en/contact', en)
  const summary = page.getByRole('alert').filter({ hasText: en.form.problems.name.missing })
  await expect.poll(() => summary.evaluate((element) => element === document.activeElement)).toBe(true)
  const message = page.getByLabel(en.form.message, { exact: true })
  expect(await message.inputValue()).toBe(typed.message)

  await page.getByLabel(en.form.name, { exact: true }).fill(typed.name)
  await page.getByRole('button', { name: en.form.submit }).click()

  await page.getByRole('status').getByText(en.form.success).waitFor()
  expect(await message.inputValue()).toBe('')
  await page.getByRole('navigation').getByRole('link', { name: 'Blog' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Blog' }).waitFor()
  await page.getByRole('navigation').getByRole('link', { name: 'Contact' }).first().click()
  expect(await message.inputValue()).toBe('')
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Blog' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: en.title }).waitFor()
  await page.reload()
  await visitor.takeOver()
  expect(await page.getByRole('alert').count()).toBe(0)
  expect(await message.inputValue()).toBe('')
})

test('the text of a form that came back survives a toggle of the language', async () => {
  const { page, visitor } = await visitWithoutProof(site.url)
  await comeBackInvalid(visitor, '/contact', fr)
  await page.getByRole('button', { name: /^EN/ }).click()
  await page.getByRole('heading', { level: 1, name: en.title }).waitFor()
  await page.reload()
  await visitor.takeOver()
  await expect.poll(() => page.getByLabel(en.form.message, { exact: true }).inputValue()).toBe(typed.message)
})

test('after a message without the script, the toggle shows the thanks again; a reload only keeps text written later', async () => {
  const { page, visitor } = await visitWithoutProof(site.url)
  const release = await holdScript(visitor)
  await page.goto('/contact', { waitUntil: 'commit' })
  await fillIn(visitor)
  await page.getByRole('button', { name: fr.form.submit }).click()
  await page.waitForURL(/form=success/)
  await release()
  const thanks = page.getByRole('status').filter({ hasText: fr.form.success })
  await expect.poll(() => thanks.evaluate((element) => element === document.activeElement)).toBe(true)

  await page.waitForURL(`${site.url}/contact`)
  await page.getByRole('button', { name: /^EN/ }).click()
  await page.getByRole('status').getByText(en.form.success).waitFor()
  await page.waitForURL(`${site.url}/en/contact`)

  await page.getByRole('link', { name: en.form.another }).click()
  const message = page.getByLabel(en.form.message, { exact: true })
  await message.fill('Encore un mot.')
  await page.reload()
  await visitor.takeOver()
  await expect.poll(() => message.inputValue()).toBe('Encore un mot.')
  expect(await page.getByText(en.form.success).count()).toBe(0)
})
