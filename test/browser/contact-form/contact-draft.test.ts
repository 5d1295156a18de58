import { expect, test } from 'vitest'
import en from '../../../locales/en/contact.json'
import fr from '../../../locales/fr/contact.json'
import { shareSite } from '../../support/share-site.ts'
import { fillIn, typed, visitWithoutProof } from '../support/contact-fields.ts'
import { holdScript } from '../support/late-script.ts'

const site = await shareSite({ FORMS_PER_10_MINUTES: '1000' })

test('text typed before the script loads survives a reload, another page and the other language', async () => {
  const { page, visitor } = await visitWithoutProof(site.url)
  const message = page.getByLabel(fr.form.message, { exact: true })
  await visitor.open('/contact?subject=ai')
  // An untouched form stores no draft.
  expect(await page.evaluate(() => sessionStorage.getItem('contact'))).toBe(null)
  const release = await holdScript(visitor)
  await page.goto('/contact', { waitUntil: 'commit' })
  await fillIn(visitor)
  await release()

  await page.getByRole('navigation').getByRole('link', { name: 'Blogue' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Blogue' }).waitFor()
  await page.goBack()
  await expect.poll(() => message.inputValue()).toBe(typed.message)

  await page.reload()
  await visitor.takeOver()
  await expect.poll(() => message.inputValue()).toBe(typed.message)

  await page.getByRole('button', { name: /^EN/ }).click()
  await expect.poll(() => page.getByLabel(en.form.message, { exact: true }).inputValue()).toBe(typed.message)
  expect(await page.getByLabel(en.form.subject, { exact: true }).inputValue()).toBe('archiving')
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

test('a refused form survives a reload, and is empty on every visit after it is sent', async () => {
  const { page, visitor } = await visitWithoutProof(site.url)
  const release = await holdScript(visitor)
  await page.goto('/en/contact', { waitUntil: 'commit' })
  await fillIn(visitor, { ...typed, name: '   ' })
  await page.getByRole('button', { name: en.form.submit }).click()
  await page.waitForURL(/form=invalid/)
  await release()
  const summary = page.getByRole('alert').filter({ hasText: en.form.problems.name.missing })
  await expect.poll(() => summary.evaluate((element) => element === document.activeElement)).toBe(true)
  const message = page.getByLabel(en.form.message, { exact: true })
  await page.reload()
  await visitor.takeOver()
  await expect.poll(() => message.inputValue()).toBe(typed.message)

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
