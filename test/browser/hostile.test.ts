import { expect, test } from 'vitest'
import { openBrowser } from '../support/browser.ts'
import { fakePost, startFakeGhost } from '../support/fake-ghost.ts'
import { hostile } from '../support/hostile.ts'
import { startSite } from '../support/start-site.ts'

/** The browser itself tells, when the visitor leaves, of requests to others, of failed ones and of what the policy forbade. */
test('no hostile post runs, asks or breaks anything in a real browser', { timeout: 240_000 }, async () => {
  const posts = hostile.map(([, html], index) => fakePost(`h-${index}`, { html: `<p>avant</p>${html}` }))
  await using ghost = await startFakeGhost(posts)
  await using site = await startSite(ghost.env)
  await using visitor = await openBrowser(site.url)
  const { page } = visitor
  const ran: string[] = []
  await page.exposeFunction('ran', (name: string) => ran.push(name))
  await page.addInitScript(() => {
    const tell = () => void (window as unknown as { ran: (name: string) => void }).ran(location.pathname)
    Object.assign(window, { alert: tell, a: tell, msgbox: tell })
  })

  // As the server sends it, then as the browser's own part would show it.
  for (const { slug } of posts) {
    await page.goto(`/blog/${slug}`)
    expect(await page.locator('footer').last().isVisible(), slug).toBe(true)
    await page
      .locator('.prose')
      .first()
      .evaluate((prose) => {
        for (const element of prose.querySelectorAll<HTMLElement>('*')) element.focus()
      })
  }
  await visitor.open('/blog/h-0')
  await page.evaluate(
    async (slugs) => {
      for (const slug of slugs) {
        const { posts } = (await (await fetch(`/api/posts/${slug}?lang=fr`)).json()) as { posts: { html: string }[] }
        const place = document.createElement('div')
        place.innerHTML = posts[0]?.html ?? ''
        document.querySelector('article')?.append(place)
      }
    },
    posts.map(({ slug }) => slug),
  )

  expect(await page.getByText('avant').count()).toBe(posts.length + 1)
  // The page's own parts still answer: nothing took their names.
  expect(
    await page.evaluate(() => document.querySelector('body') === document.body && typeof document.createElement),
  ).toBe('function')
  await page.locator('header').getByRole('link', { name: 'IA' }).first().click()
  await page.waitForURL('**/ai')
  expect(ran).toEqual([])
  // Pictures that hostile posts name are this site's to fetch, and cannot be had.
  const foreign = /status of 502 .*\/media\/(w\d+\/)?external\//
  expect(visitor.takeMessages().filter((message) => !foreign.test(message))).toEqual([])
})

test('what watches for hostile posts does notice a script', async () => {
  await using ghost = await startFakeGhost()
  await using site = await startSite(ghost.env)
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
