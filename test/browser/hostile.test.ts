import { expect, test } from 'vitest'
import { openBrowser, visit } from '../support/browser.ts'
import { fakePost } from '../support/fake-ghost.ts'
import { isExhaustive } from '../support/exhaustive.ts'
import { hostile, hostileAddresses } from '../support/hostile.ts'
import { startSiteWithGhost } from '../support/start-site.ts'

/** These swallow the markup around them, so each has a post of its own. */
const selfish = new Set([
  ...['a script that never ends', 'a formula', 'a noscript', 'bad nesting', 'a stray quote', 'handlers of films'],
  ...['a javascript picture', 'a data picture', 'a frame under a disguise', 'a drawing that loads'],
  ...['mutation through a noscript', 'mutation through a formula', 'mutation through a table'],
  ...['mutation through a select', 'names that clobber', 'a background', 'pictures of another host'],
])

const snippetsInPost = 8

/** The bodies of posts that hold all of these: one each where a run is exhaustive, else as many as a post can keep apart. */
function bodiesOf(snippets: readonly (readonly [name: string, html: string])[]): string[][] {
  const bodies = snippets.filter(([name]) => isExhaustive || selfish.has(name)).map(([, html]) => [html])
  const peaceful = snippets.flatMap(([name, html]) => (isExhaustive || selfish.has(name) ? [] : [html]))
  for (let from = 0; from < peaceful.length; from += snippetsInPost)
    bodies.push(peaceful.slice(from, from + snippetsInPost))
  return bodies
}

/** The browser itself tells, when the visitor leaves, of requests to others, of failed ones and of what the policy forbade. */
test('no hostile post runs, asks or breaks anything in a real browser', async () => {
  const { ghost, site } = await startSiteWithGhost()
  const bodies = bodiesOf([...hostile, ...hostileAddresses(ghost.url)])
  const posts = bodies.map((body, index) =>
    fakePost(`h-${index}`, { html: body.map((html) => `<p>avant</p>${html}`).join('') }),
  )
  ghost.state.posts = posts
  const { page, visitor } = await visit(site.url)
  const ran: string[] = []
  await page.exposeFunction('ran', (name: string) => ran.push(name))
  await page.addInitScript(() => {
    const tell = () => void (window as unknown as { ran: (name: string) => void }).ran(location.pathname)
    Object.assign(window, { alert: tell, a: tell, msgbox: tell })
  })

  // The server's markup first, then the markup as the browser's own part would show it.
  for (const [index, { slug }] of posts.entries()) {
    await page.goto(`/blog/${slug}`)
    expect(await page.locator('footer').last().isVisible(), slug).toBe(true)
    // None has swallowed the next.
    expect(await page.getByText('avant', { exact: true }).count(), slug).toBe(bodies[index]?.length)
    await page
      .locator('.prose')
      .first()
      .evaluate((prose) => {
        for (const element of prose.querySelectorAll<HTMLElement>('*')) element.focus()
      })
  }
  await visitor.open('/blog')
  for (const [index, { slug, title }] of posts.entries()) {
    await page
      .locator(`main a[href="/blog/${slug}"]`)
      .first()
      .evaluate((link: HTMLElement) => link.click())
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
    expect(await page.getByText('avant', { exact: true }).count(), slug).toBe(bodies[index]?.length)
    await page.goBack()
  }

  // The page's own parts still answer: nothing took their names.
  expect(
    await page.evaluate(() => document.querySelector('body') === document.body && typeof document.createElement),
  ).toBe('function')
  await page.locator('header').getByRole('link', { name: 'IA', exact: true }).first().click()
  await page.waitForURL('**/ai')
  expect(ran).toEqual([])
  // Pictures that hostile posts name are this site's to fetch, and cannot be had; pages and files that they name are not there.
  const foreign = /status of (502 .*\/media\/(w\d+\/)?external\/|404 .*\/(media\/content\/files|api\/posts)\/)/
  expect(visitor.takeMessages().filter((message) => !foreign.test(message))).toEqual([])
})

test('what watches for hostile posts does notice a script', async () => {
  const { site } = await startSiteWithGhost(undefined, { RECAPTCHA_SITE_KEY: 'site', RECAPTCHA_SECRET_KEY: 'secret' })
  // Google's check rules trusted types out, so HTML gets as far as the other rules.
  await using visitor = await openBrowser(site.url)
  await visitor.open('/blog')
  await visitor.page.evaluate(() => {
    document.body.insertAdjacentHTML(
      'beforeend',
      '<img src="//evil.example/x.png"><p onclick="a()" style="color: red">b</p>',
    )
  })
  const said: string[] = []
  const forbidden = () => {
    said.push(...visitor.takeMessages())
    return said.flatMap((message) => /the policy's ([\w-]+) forbids/.exec(message)?.[1] ?? []).sort()
  }
  await expect.poll(forbidden).toEqual(['img-src', 'script-src-attr', 'style-src-attr'])
})
