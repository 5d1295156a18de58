import fr from '../../locales/fr/blog.json'
import type { openBrowser } from '../support/browser.ts'
import { fakePost } from '../support/fake-ghost.ts'

/** The blog of these tests, of which a page shows two. */
export const posts = [1, 2, 3, 4, 5].map((number) => fakePost(`article-${number}`))

type Visitor = Awaited<ReturnType<typeof openBrowser>>

/** Records the requests for the API's list, from now on. */
export function asked({ page }: Visitor): string[] {
  const paths: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname === '/api/posts') paths.push(pathname + search)
  })
  return paths
}

export const titles = ({ page }: Visitor) => page.locator('article h2').allInnerTexts()
export const numbered = (...numbers: number[]) => numbers.map((number) => `Titre de article-${number}`)
export const older = ({ page }: Visitor) => page.getByRole('link', { name: fr.pagination.older })
export const newer = ({ page }: Visitor) => page.getByRole('link', { name: fr.pagination.newer })
export const position = ({ page }: Visitor) => page.locator('main nav[aria-label] span').innerText()
export const focused = ({ page }: Visitor) => page.evaluate(() => document.activeElement?.textContent)
export const place = ({ page }: Visitor) => page.evaluate(() => Math.round(window.scrollY))
export const canonical = ({ page }: Visitor) => page.locator('link[rel="canonical"]').getAttribute('href')
