import { expect, test } from 'vitest'
import common from '../../../locales/fr/common.json'
import fr from '../../../locales/fr/contact.json'
import { deferred } from '../../support/deferred.ts'
import { shareBrowser } from '../../support/share-browser.ts'
import { shareSite } from '../../support/share-site.ts'
import { fillIn, typed, visitWithoutProof, withoutProof } from '../support/contact-fields.ts'
import type { Visitor } from '../support/late-script.ts'

const site = await shareSite({ FORMS_PER_10_MINUTES: '1000' })
/** Cannot compute a proof of work. */
const visitor = await withoutProof(await shareBrowser(site.url))
const { page } = visitor

const { form } = fr

const send = ({ page }: Visitor) => page.getByRole('button', { name: form.submit }).click()

/** Follows a link to the home page while the form is being sent. */
async function leave({ page }: Visitor) {
  await page.locator('footer').getByRole('link', { name: common.nav.home, exact: true }).click()
  await page.locator('#form').waitFor({ state: 'detached' })
}

async function comeBack({ page }: Visitor) {
  await page.goBack()
  await page.locator('#form').waitFor()
}

test.each(['**/api/contact', '**/api/contact/check'])(
  'the form stops waiting if %s does not answer, and keeps the text',
  async (address) => {
    const { page, visitor } = await visitWithoutProof(site.url)
    // The test triggers the request's timeout.
    await page.addInitScript(() => {
      const clocks: AbortController[] = []
      AbortSignal.timeout = () => {
        const clock = new AbortController()
        clocks.push(clock)
        return clock.signal
      }
      addEventListener('timeisup', () => clocks.forEach((clock) => clock.abort()))
    })
    await visitor.open('/contact')
    await visitor.hold(address)
    const requested = page.waitForRequest(address)
    await fillIn(visitor)
    await send(visitor)
    await requested

    await page.evaluate(() => dispatchEvent(new Event('timeisup')))

    await page.getByRole('alert').getByText(form.error).waitFor()
    expect(await page.getByLabel(form.message, { exact: true }).inputValue()).toBe(typed.message)
  },
)

test('a visitor who leaves and returns while a message is being sent loses no text', async () => {
  const message = page.getByLabel(form.message, { exact: true })
  await visitor.open('/contact')
  const release = await visitor.hold('**/api/contact')
  await fillIn(visitor)
  await send(visitor)
  await page.getByRole('status').getByText(form.sending).waitFor()

  await leave(visitor)
  await comeBack(visitor)
  expect(await page.getByRole('button', { name: form.sending }).isDisabled()).toBe(true)
  await message.fill(`${typed.message} Encore un mot.`)
  release()

  await page.getByRole('status').getByText(form.success).waitFor()
  expect(await message.inputValue()).toBe(`${typed.message} Encore un mot.`)
  expect(await page.getByLabel(form.name, { exact: true }).inputValue()).toBe('')
  await page.reload()
  await visitor.takeOver()
  await expect.poll(() => message.inputValue()).toBe(`${typed.message} Encore un mot.`)
})

test.each([
  { status: 202, role: 'status', text: form.success, left: '' },
  { status: 503, role: 'alert', text: form.error, left: typed.message },
] as const)('a visitor who returns after the answer $status sees the outcome once', async (row) => {
  const { status, role, text, left } = row
  const message = page.getByLabel(form.message, { exact: true })
  await visitor.open('/contact')
  const { promise: released, resolve: release } = deferred()
  await page.route('**/api/contact', async (route) => {
    await released
    await route.fulfill({ status, json: { errors: [] } })
  })
  await fillIn(visitor)
  const [answered] = [page.waitForResponse('**/api/contact'), await send(visitor)]
  await leave(visitor)
  release()
  await (await answered).finished()

  await comeBack(visitor)

  await page.getByRole(role).getByText(text).waitFor()
  expect(await message.inputValue()).toBe(left)
  await leave(visitor)
  await comeBack(visitor)
  expect(await page.getByText(text).count()).toBe(0)
  expect(await message.inputValue()).toBe(left)
  visitor.takeMessages()
})
