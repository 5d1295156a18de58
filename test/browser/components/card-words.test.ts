import { expect, test } from 'vitest'
import { fakePost, tags } from '../../support/fake-ghost.ts'
import { shareBrowser } from '../../support/share-browser.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'

/** Each card with an author's free text, inserted at `$`. */
const worded = {
  toggle:
    '<div class="kg-card kg-toggle-card" data-kg-toggle-state="open"><h4 class="kg-toggle-heading-text"><span>$</span></h4><div class="kg-toggle-content"><p>$</p></div></div>',
  callout:
    '<div class="kg-card kg-callout-card"><div class="kg-callout-emoji">💡</div><div class="kg-callout-text">$</div></div>',
  button: '<div class="kg-card kg-button-card kg-align-center"><a href="/ai" class="kg-btn kg-btn-accent">$</a></div>',
  bookmark:
    '<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="/ai"><div class="kg-bookmark-content"><div class="kg-bookmark-title">$</div><div class="kg-bookmark-description">$</div><div class="kg-bookmark-metadata"><span class="kg-bookmark-author">$</span><span class="kg-bookmark-publisher">$</span></div></div></a><figcaption>$</figcaption></figure>',
  callToAction:
    '<div class="kg-card kg-cta-card kg-cta-minimal"><div class="kg-cta-sponsor-label-wrapper"><div class="kg-cta-sponsor-label"><span>$</span></div></div><div class="kg-cta-content"><div class="kg-cta-content-inner"><div class="kg-cta-text"><p>$</p></div><a href="/ai" class="kg-cta-button">$</a></div></div></div>',
  product:
    '<div class="kg-card kg-product-card"><div class="kg-product-card-container"><div class="kg-product-card-title-container"><h4 class="kg-product-card-title">$</h4></div><div class="kg-product-card-description"><p>$</p></div><a href="/ai" class="kg-product-card-button"><span>$</span></a></div></div>',
  header:
    '<div class="kg-card kg-header-card kg-v2 kg-layout-split kg-width-wide"><div class="kg-header-card-content"><div class="kg-header-card-text"><h2 class="kg-header-card-heading">$</h2><p class="kg-header-card-subheading">$</p><a href="/ai" class="kg-header-card-button">$</a></div></div></div>',
  oldHeader:
    '<div class="kg-card kg-header-card kg-width-full kg-size-small kg-style-dark"><h2 class="kg-header-card-header">$</h2><h3 class="kg-header-card-subheader">$</h3><a href="/ai" class="kg-header-card-button">$</a></div>',
  file: '<div class="kg-card kg-file-card"><a class="kg-file-card-container" href="/ai"><div class="kg-file-card-contents"><div class="kg-file-card-title">$</div><div class="kg-file-card-caption">$</div><div class="kg-file-card-metadata"><div class="kg-file-card-filename">$</div><div class="kg-file-card-filesize">1 KB</div></div></div></a></div>',
  embed: '<iframe src="https://www.youtube.com/embed/a" title="$" width="200" height="113"></iframe>',
}

const word = 'https://www.quebec.ca/gouvernement/ministere/cybersecurite-numerique'
const { site } = await shareSiteWithGhost([
  fakePost('mots', { html: Object.values(worded).join('').replaceAll('$', word), tags: [tags.fr] }),
])
const visitor = await shareBrowser(site.url)
const { page } = visitor

test.each([320, 360, 1280])('unbreakable words stay within their card in a window %i pixels wide', async (width) => {
  await page.setViewportSize({ width, height: 800 })
  await visitor.open('/blog/mots')
  const cards = page.locator('.prose > *')
  expect(await cards.count()).toBe(Object.keys(worded).length)
  const cutOff = await cards.evaluateAll((all) =>
    all.flatMap((card) => {
      const range = document.createRange()
      range.selectNodeContents(card)
      const right = Math.max(...[...range.getClientRects()].map((box) => box.right))
      const edge = Math.min(card.getBoundingClientRect().right, innerWidth)
      return right > edge + 1 ? [`${card.className}: ${right} beyond ${edge}`] : []
    }),
  )
  expect(cutOff).toEqual([])
})
