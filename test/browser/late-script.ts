import type { Page } from 'playwright-core'
import type { openBrowser } from '../support/browser.ts'

export type Visitor = Awaited<ReturnType<typeof openBrowser>>

/**
 * Has every form of a page that is loaded from now on wait for the script until the returned function is called, as if its time for that
 * were over then: a busy machine may take longer for a click than that time.
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
 * Holds the script of every page back, from now on, until the returned function is called, which resolves once it has taken over. What
 * is sent meanwhile does not wait for it: that it does, and for how long, is for early-forms.test.ts.
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
