import { expect, test } from 'vitest'
import { openBrowser, visit } from '../../support/browser.ts'
import { fakePost } from '../../support/fake-ghost.ts'
import { isExhaustive } from '../../support/exhaustive.ts'
import { hostile, hostileAddresses } from '../../support/hostile.ts'
import { startSiteWithGhost } from '../../support/start-site.ts'

/** These swallow the markup around them, so each has a post of its own. */
const selfish = new Set([
  ...['a script that never ends', 'a formula', 'a noscript', 'bad nesting', 'a stray quote', 'handlers of films'],
  ...['a javascript picture', 'a data picture', 'a frame under a disguise', 'a drawing that loads'],
  ...['mutation through a noscript', 'mutation through a formula', 'mutation through a table'],
  ...['mutation through a select', 'names that clobber', 'a background', 'pictures of another host'],
])

const snippetsInPost = 20

/** The bodies of posts with all of these: one each in an exhaustive run, otherwise several in a post if they stay apart. */
function bodiesOf(snippets: readonly (readonly [name: string, html: string])[]): string[][] {
  const bodies = snippets.filter(([name]) => isExhaustive || selfish.has(name)).map(([, html]) => [html])
  const peaceful = snippets.flatMap(([name, html]) => (isExhaustive || selfish.has(name) ? [] : [html]))
  for (let from = 0; from < peaceful.length; from += snippetsInPost)
    bodies.push(peaceful.slice(from, from + snippetsInPost))
  return bodies
}

/** When the visitor leaves, the browser's messages show requests to other hosts, failed requests and violations of the policy. */
test('no hostile post runs a script, sends a request or breaks a page in a real browser', async () => {
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
    const report = () => void (window as unknown as { ran: (name: string) => void }).ran(location.pathname)
    Object.assign(window, { alert: report, a: report, msgbox: report })
  })

  // First the server's markup, then the markup that the router would show.
  for (const [index, { slug }] of posts.entries()) {
    await page.goto(`/blog/${slug}`)
    expect(await page.locator('footer').last().isVisible(), slug).toBe(true)
    // No post has swallowed the next one.
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

  // The page's own parts still work: no id has replaced their globals.
  expect(
    await page.evaluate(() => document.querySelector('body') === document.body && typeof document.createElement),
  ).toBe('function')
  await page.locator('header').getByRole('link', { name: 'IA', exact: true }).first().click()
  await page.waitForURL('**/ai')
  expect(ran).toEqual([])
  // The site fetches the pictures of hostile posts, which do not exist. Neither do their pages and files.
  const foreign = /status of (502 .*\/media\/(w\d+\/)?external\/|404 .*\/(media\/content\/files|api\/posts)\/)/
  expect(visitor.takeMessages().filter((message) => !foreign.test(message))).toEqual([])
})

test('the test of hostile posts detects a script', async () => {
  const { site } = await startSiteWithGhost(undefined, { RECAPTCHA_SITE_KEY: 'site', RECAPTCHA_SECRET_KEY: 'secret' })
  // With reCAPTCHA the policy has no trusted types, so that HTML reaches the other rules.
  await using visitor = await openBrowser(site.url)
  await visitor.open('/blog')
  await visitor.page.evaluate(() => {
    document.body.insertAdjacentHTML(
      'beforeend',
      '<img src="//evil.example/x.png"><p onclick="a()" style="color: red">b</p>',
    )
  })
  const messages: string[] = []
  const forbidden = () => {
    messages.push(...visitor.takeMessages())
    return messages.flatMap((message) => /the policy's ([\w-]+) forbids/.exec(message)?.[1] ?? []).sort()
  }
  await expect.poll(forbidden).toEqual(['img-src', 'script-src-attr', 'style-src-attr'])
})
