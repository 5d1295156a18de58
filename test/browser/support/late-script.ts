import type { Page } from 'playwright-core'
import type { openBrowser } from '../../support/browser.ts'

export type Visitor = Awaited<ReturnType<typeof openBrowser>>

/**
 * Makes every form of pages that are loaded from now on wait for the script until the returned function is called. That replaces the
 * form's own delay, since a busy machine may take longer for a click.
 */
export async function holdForms(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const { setTimeout } = window
    window.setTimeout = ((then: () => void, ms?: number, ...rest: unknown[]) =>
      ms === 700 ? addEventListener('formstimeout', then) : setTimeout(then, ms, ...rest)) as typeof setTimeout
  })
  return () => page.evaluate(() => void dispatchEvent(new Event('formstimeout')))
}

/**
 * Holds back the script of every page from now on, until the returned function is called, which resolves once the page is hydrated. Forms
 * do not wait for the script; early-forms.test.ts tests that.
 */
export async function holdScript({ page, hold, takeOver }: Visitor): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const { setTimeout } = window
    window.setTimeout = ((then: () => void, ms?: number, ...rest: unknown[]) =>
      setTimeout(then, ms === 700 ? 0 : ms, ...rest)) as typeof setTimeout
  })
  const release = await hold('**/assets/entry-client*.js')
  return async () => {
    release()
    await takeOver()
  }
}
