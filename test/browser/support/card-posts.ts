import type { Page } from 'playwright-core'
import { cardsHtml } from '../../support/cards.ts'
import { fakePost, tags } from '../../support/fake-ghost.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'

/** Shares a site with the posts `all` and `more`, which have every card, among all tests of a file. */
export async function shareCards() {
  const { ghost, site } = await shareSiteWithGhost(undefined, { NEWSLETTER: 'ghost' })
  ghost.state.posts = (['all', 'more'] as const).map((name) =>
    fakePost(name, { html: cardsHtml(name, ghost.url), tags: [tags.fr, tags.en, tags.strategie] }),
  )
  return site
}

/** Serves pictures in the size of their markup, as Ghost does. Sounds and films are not served. */
export async function showMedia(page: Page) {
  const sizes: Record<string, string> = {
    haute: 'width="600" height="1100"',
    large: 'width="2000" height="703"',
    carree: 'width="900" height="900"',
    square: 'width="400" height="400"',
  }
  await page.route(/\/media\/(w\d+\/)?content\/images\//, (route) => {
    const [, name = ''] = /(\w+)\.png$/.exec(new URL(route.request().url()).pathname) ?? []
    const body = `<svg xmlns="http://www.w3.org/2000/svg" ${sizes[name] ?? 'width="1600" height="900"'}/>`
    return route.fulfill({ contentType: 'image/svg+xml', body })
  })
  await page.route('**/media/content/media/**', (route) => route.fulfill({ contentType: 'video/webm', body: '' }))
}
