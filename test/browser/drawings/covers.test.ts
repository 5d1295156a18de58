import { expect, test } from 'vitest'
import { fakePost, tags } from '../../support/fake-ghost.ts'
import { shareBrowser } from '../../support/share-browser.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'
import { showMedia } from '../support/card-posts.ts'

const { ghost, site } = await shareSiteWithGhost()
ghost.state.posts = ['a', 'b', 'c', 'd', 'e'].map((slug) =>
  fakePost(slug, {
    feature_image: slug === 'b' ? `${ghost.url}/content/images/quai.png` : null,
    tags: [tags.fr, tags.strategie],
  }),
)
const visitor = await shareBrowser(site.url)
const scriptless = await shareBrowser(site.url, { javaScript: false })
const { page } = visitor

/** The picture of each card: the drawing's markup, or the address of the post's own picture. */
const pictures = (of = page) =>
  of
    .locator('main li article')
    .evaluateAll((cards) => cards.map((card) => card.querySelector('img')?.alt ?? card.querySelector('svg')?.innerHTML))

test('the browser draws the covers of a page that it renders itself as the server does', async () => {
  await showMedia(scriptless.page)
  await scriptless.open('/blog')
  const drawn = await pictures(scriptless.page)
  expect(drawn.map((svg) => svg?.startsWith('<g fill="none"') ?? false)).toEqual([true, false, true, true, true])
  expect(new Set(drawn).size).toBe(5)

  await showMedia(page)
  await visitor.open('/about')
  await visitor.mark()
  await page.locator('header a[href="/blog"]').click()
  await expect.poll(() => pictures()).toEqual(drawn)
  expect(await visitor.stayed()).toBe(true)
})

test.each([
  [1280, ['lead', 'column', 'column', 'column', 'row']],
  [768, ['lead', 'row', 'row', 'row', 'row']],
  [360, ['top', 'top', 'top', 'top', 'top']],
])('at %i px the cards stand as %j', async (width, shapes) => {
  await showMedia(page)
  await page.setViewportSize({ width, height: 800 })
  await visitor.open('/blog')
  const found = await page.locator('main li').evaluateAll((cells) => {
    const whole = cells[0]?.parentElement?.getBoundingClientRect().width ?? 0
    return cells.map((cell) => {
      const picture = cell.querySelector('[class*=picture]')?.getBoundingClientRect()
      const title = cell.querySelector('h2')?.getBoundingClientRect()
      if (picture === undefined || title === undefined) return 'nothing'
      if (title.top >= picture.bottom) return picture.width < whole / 2 ? 'column' : 'top'
      return picture.width > 0.45 * whole ? 'lead' : 'row'
    })
  })
  expect(found).toEqual(shapes)
})
