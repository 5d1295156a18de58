import { expect, test } from 'vitest'
import common from '../../locales/fr/common.json'
import { openBrowser } from '../support/browser.ts'
import { fakePost, startFakeGhost } from '../support/fake-ghost.ts'
import { startSite } from '../support/start-site.ts'

const posts = [1, 2, 3, 4, 5].map((number) => fakePost(`article-${number}`))

type Visitor = Awaited<ReturnType<typeof openBrowser>>

/** What the browser asks the API for, from now on. */
function asked({ page }: Visitor): string[] {
  const paths: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/posts')) paths.push(pathname + search)
  })
  return paths
}

const titles = ({ page }: Visitor) => page.locator('article h2').allInnerTexts()
const numbered = (...numbers: number[]) => numbers.map((number) => `Titre de article-${number}`)

test('a pointer on the way to the list fetches its first page, and no more', async () => {
  await using ghost = await startFakeGhost(posts)
  await using site = await startSite({ ...ghost.env, BLOG_PAGE_SIZE: '2' })
  await using visitor = await openBrowser(site.url)
  await visitor.open('/')
  const paths = asked(visitor)

  const link = visitor.page.locator('header').getByRole('link', { name: common.nav.blog })
  await link.hover()
  await expect.poll(() => paths).toEqual(['/api/posts?lang=fr&page=1'])
  await link.click()
  await expect.poll(() => titles(visitor)).toEqual(numbered(1, 2))
  expect(paths).toEqual(['/api/posts?lang=fr&page=1'])
})
