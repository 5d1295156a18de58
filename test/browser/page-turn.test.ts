import { expect, test } from 'vitest'
import about from '../../locales/fr/about.json'
import contact from '../../locales/fr/contact.json'
import { openBrowser } from '../support/browser.ts'
import { startSite } from '../support/start-site.ts'

/** Counts the transitions that the page asks the browser for. */
function countTransitions(): void {
  const start = document.startViewTransition.bind(document)
  Object.assign(window, { transitions: 0 })
  document.startViewTransition = (update) => {
    Object.assign(window, { transitions: (window as unknown as { transitions: number }).transitions + 1 })
    return start(update)
  }
}

/** Keeps the names of what moves by the page's own style, not by the browser's. */
function noteAnimations(): void {
  const animations: string[] = []
  Object.assign(window, { animations })
  addEventListener('animationstart', ({ animationName }) => {
    if (!animationName.startsWith('-ua-')) animations.push(animationName)
  })
}

test.each([
  { reducedMotion: 'no-preference', processors: 8, transitions: 1, animations: [] },
  { reducedMotion: 'no-preference', processors: 2, transitions: 0, animations: ['layout-module_arrive'] },
  { reducedMotion: 'reduce', processors: 8, transitions: 0, animations: [] },
] as const)(
  'a link leads by $transitions transition of the browser where motion is $reducedMotion and processors are $processors',
  async (given) => {
    const { reducedMotion, processors } = given
    await using site = await startSite()
    await using visitor = await openBrowser(site.url, { reducedMotion, processors })
    const { page } = visitor
    await page.addInitScript(countTransitions)
    await page.addInitScript(noteAnimations)
    await visitor.open('/')
    await visitor.mark()
    const link = page.locator('header nav a[href="/about"]')
    await link.hover()
    await page.waitForLoadState('networkidle')

    await link.click()

    await page.getByRole('heading', { level: 1, name: about.title }).waitFor()
    expect(await page.evaluate(() => (window as unknown as { transitions: number }).transitions)).toBe(
      given.transitions,
    )
    // The page has come once: neither during a transition nor after it does it fade in by itself.
    await page.waitForTimeout(500)
    expect(await page.evaluate(() => (window as unknown as { animations: string[] }).animations)).toEqual(
      given.animations,
    )
    expect(await visitor.stayed()).toBe(true)
  },
)

test('of quick clicks the last one leads, whatever the browser was about to show', async () => {
  await using site = await startSite()
  await using visitor = await openBrowser(site.url, { reducedMotion: 'no-preference' })
  const { page } = visitor
  await visitor.open('/')
  await visitor.mark()
  for (const path of ['/ai', '/archiving', '/about', '/contact']) await page.locator(`footer a[href="${path}"]`).hover()
  await page.waitForLoadState('networkidle')

  for (let round = 0; round < 12; round += 1) {
    // Two links in the same moment, and two a moment apart, as a hand would or faster.
    const [first, last] = round % 2 ? ['/ai', '/about'] : ['/archiving', '/contact']
    await page.evaluate(
      async ({ first, last, pause }) => {
        const click = (path: string) => document.querySelector<HTMLAnchorElement>(`footer a[href="${path}"]`)?.click()
        click(first)
        if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
        click(last)
      },
      { first, last, pause: [0, 5, 20, 60, 150, 300][round % 6] ?? 0 },
    )
    await page.waitForURL(`**${last}`)
    await page.waitForTimeout(350)
    expect(new URL(page.url()).pathname).toBe(last)
    const marked = page.locator(`header nav a[href="${last}"][aria-current="page"]`)
    expect(await marked.count()).toBeGreaterThan(0)
    const { title } = last === '/about' ? about : contact
    expect(await page.locator('main h1').allInnerTexts()).toEqual([title])
  }
  expect(await visitor.stayed()).toBe(true)
})

/** What the window held of a page at the moment when its heading came into the tree. */
function noteFirstView(heading: string): void {
  new MutationObserver((_, observer) => {
    if (document.querySelector('main h1')?.textContent !== heading) return
    observer.disconnect()
    const footer = document.querySelector('body > footer')?.getBoundingClientRect().top ?? 0
    const sections = document.querySelectorAll('main section[id]').length
    const top = document.querySelector('main section[id] h2')?.getBoundingClientRect().top
    Object.assign(window, { firstView: { sections, top, footerIsBelow: footer >= innerHeight } })
  }).observe(document, { childList: true, subtree: true, characterData: true })
}

/** How far down the first of a page's sections begins, in pixels. */
const topOfFirst = () => document.querySelector('main section[id] h2')?.getBoundingClientRect().top

test('of a long page that a link leads to its first section comes first, of one that is come back to all of it', async () => {
  await using site = await startSite()
  await using visitor = await openBrowser(site.url, { height: 3200 })
  const { page } = visitor
  const sections = page.locator('main section[id]')
  await visitor.open('/ai')
  const all = await sections.count()
  const title = await page.locator('main h1').innerText()
  const firstView = () => page.evaluate(() => (window as unknown as { firstView: unknown }).firstView)
  await page.locator('footer a[href="/contact"]').click()
  await page.getByRole('heading', { level: 1, name: contact.title }).waitFor()

  await page.evaluate(noteFirstView, title)
  await page.locator('footer a[href="/ai"]').click()
  await expect.poll(() => sections.count()).toBe(all)
  expect(await firstView()).toEqual({ sections: 1, top: await page.evaluate(topOfFirst), footerIsBelow: true })

  await page.locator('footer a[href="/contact"]').click()
  await page.getByRole('heading', { level: 1, name: contact.title }).waitFor()
  await page.evaluate(noteFirstView, title)
  await page.goBack()
  await expect.poll(() => sections.count()).toBe(all)
  expect(await firstView()).toMatchObject({ sections: all })
})

test('a section whose link is used before the rest of its page is there is led to all the same', async () => {
  await using site = await startSite()
  await using visitor = await openBrowser(site.url)
  const { page } = visitor
  await visitor.open('/ai')
  const title = await page.locator('main h1').innerText()
  const last = await page.locator('main section[id]').last().getAttribute('id')
  await page.locator('footer a[href="/contact"]').click()
  await page.getByRole('heading', { level: 1, name: contact.title }).waitFor()

  // No hand is so quick: the link is used as soon as it is there.
  await page.evaluate(
    ({ title, last }) => {
      const observer = new MutationObserver(() => {
        const link = document.querySelector<HTMLAnchorElement>(`main nav a[href="#${last}"]`)
        if (document.querySelector('main h1')?.textContent !== title || !link) return
        observer.disconnect()
        Object.assign(window, { sectionsThen: document.querySelectorAll('main section[id]').length })
        link.click()
      })
      observer.observe(document, { childList: true, subtree: true, characterData: true })
    },
    { title, last },
  )
  await page.locator('footer a[href="/ai"]').click()
  await page.waitForURL(`**/ai#${last}`)

  expect(await page.evaluate(() => (window as unknown as { sectionsThen: number }).sectionsThen)).toBe(1)
  await page.waitForLoadState('networkidle')
  const top = await page.evaluate((id) => document.getElementById(id ?? '')?.getBoundingClientRect().top, last)
  expect(top).toBeGreaterThanOrEqual(0)
  expect(top).toBeLessThan(200)
})
