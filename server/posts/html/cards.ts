import { pictureSizes } from './picture-places.ts'
import type { PostLabels } from './labels.ts'
import { inOneLine } from './plain-text.ts'
import { bodyOf, type Tree } from './tree.ts'

/**
 * Rewrites the cards that need Ghost's own script or style, so that they work without either. Classes keep Ghost's names;
 * their styles are in `client/article/cards/`.
 */
export function normaliseCards($: Tree, labels: PostLabels): void {
  normaliseSignUp($)
  normaliseToggles($)
  normaliseGalleries($)
  normaliseHeaders($)
  normaliseCallsToAction($)
  normaliseProducts($, labels)
  normaliseFiles($, labels)
  // Without a style sheet, as in feeds, the two would look like one word.
  $('.kg-bookmark-author + .kg-bookmark-publisher').before(' · ')
  normaliseTexts($, labels)
  for (const [pictures, sizes] of placeSizes) $(pictures).attr('sizes', sizes)
  // Ghost's own « audio-thumbnail » describes nothing, and is there even without a picture.
  $('img.kg-audio-thumbnail, img:not([alt])').attr('alt', '')
}

/** The `sizes` of pictures in cards: they depend on the card, not on the picture. The last match applies. */
const placeSizes: readonly (readonly [pictures: string, sizes: string])[] = [
  ['.kg-width-wide > img:not([width]), .kg-width-wide > a > img:not([width])', pictureSizes.text],
  ['.kg-width-full > img:not([width]), .kg-width-full > a > img:not([width])', pictureSizes.full],
  ['.kg-gallery-image img:not([width])', pictureSizes.gallery],
  ['.kg-header-card-image', pictureSizes.text],
  ['.kg-width-full .kg-header-card-image', pictureSizes.full],
  ['.kg-cta-image', pictureSizes.text],
  ['.kg-cta-minimal .kg-cta-image, .kg-audio-thumbnail', pictureSizes.thumbnail],
  ['.kg-bookmark-thumbnail img', pictureSizes.bookmark],
  ['.kg-product-card-image', pictureSizes.product],
]

/** The first sign-up card becomes the place of the site's newsletter block, and keeps its text. A page has one such block. */
function normaliseSignUp($: Tree): void {
  const cards = $('.kg-signup-card')
  const first = bodyOf($).children('.kg-signup-card').first()
  const words = ['h2', 'p'].map((tag) => {
    const place = first.find(tag === 'h2' ? '.kg-signup-card-heading' : '.kg-signup-card-subheading')
    const text = inOneLine(place.text())
    return text === '' ? '' : $(`<${tag}>`).text(text)
  })
  first.before($('<div class="kg-signup-card">').append(...words))
  cards.remove()
}

function normaliseToggles($: Tree): void {
  $('.kg-toggle-card').each((_, element) => {
    const toggle = $(element)
    const details = $('<details class="kg-card kg-toggle-card">')
    if (toggle.attr('data-kg-toggle-state') === 'open') details.attr('open', '')
    // One box beside the arrow: otherwise, bold words of a heading would be a box of their own.
    const heading = $('<span>').append(toggle.find('.kg-toggle-heading-text').first().contents())
    toggle.replaceWith(details.append($('<summary>').append(heading), toggle.find('.kg-toggle-content').first()))
  })
}

/**
 * The pictures of a row have the same height if `flex-grow` is their aspect ratio. Ghost's script writes it into a style. Here its
 * hundredths become classes, one for each power of two, and the style sheet adds them up.
 */
function normaliseGalleries($: Tree): void {
  $('.kg-gallery-image').each((_, element) => {
    const picture = $(element).find('img').first()
    const ratio = Number(picture.attr('width')) / Number(picture.attr('height'))
    if (!(ratio > 0)) return
    const hundredths = Math.round(Math.min(Math.max(ratio, 0.1), 9.99) * 100)
    for (let power = 1; power <= hundredths; power *= 2) if (hundredths & power) $(element).addClass(`kg-grow-${power}`)
  })
}

/** Ghost 4 painted the picture of a header by a style; later versions have an `<img>`. */
function normaliseHeaders($: Tree): void {
  $('.kg-header-card[data-kg-background-image]').each((_, element) => {
    const card = $(element)
    const src = card.attr('data-kg-background-image') ?? ''
    if (src !== '') card.prepend($('<img class="kg-header-card-image" alt="" loading="lazy">').attr('src', src))
  })
  $('.kg-header-card:not(.kg-layout-split):has(.kg-header-card-image)').addClass('kg-has-picture')
}

/** Limit in UTF-16 code units: a button has a few words, which each picture of the card repeats. */
const maxAlt = 200

function normaliseCallsToAction($: Tree): void {
  $('.kg-cta-card:not(.kg-cta-card .kg-cta-card)').each((_, card) => {
    // Ghost's own « CTA Image » describes nothing. Within a link, `alt` must tell where the link leads.
    const words = $(card).find('.kg-cta-button').first().text().trim().slice(0, maxAlt)
    for (const element of $(card).find('img').get()) {
      const picture = $(element)
      const [, width, height] = /^(\d+)x(\d+)$/.exec(picture.attr('data-image-dimensions') ?? '') ?? []
      if (width !== undefined && height !== undefined) picture.attr({ width, height })
      picture.addClass('kg-cta-image').attr({ alt: picture.closest('a').length > 0 ? words : '', loading: 'lazy' })
    }
  })
}

function normaliseProducts($: Tree, labels: PostLabels): void {
  $('.kg-product-card-rating').each((_, element) => {
    const rating = $(element)
    const stars = Math.min(rating.find('.kg-product-card-rating-active').length, 5)
    rating.replaceWith(
      $('<div class="kg-product-card-rating" role="img">')
        .attr('aria-label', labels.rating(stars))
        .text('★'.repeat(stars) + '☆'.repeat(5 - stars)),
    )
  })
  // A product's name must not appear in the article's outline.
  $('.kg-product-card-title').replaceWith((_, title) =>
    $('<p class="kg-product-card-title">').append($(title).contents()),
  )
}

const units: Record<string, string> = { Byte: 'byte', Bytes: 'byte', KB: 'kilobyte', MB: 'megabyte', GB: 'gigabyte' }

function normaliseFiles($: Tree, labels: PostLabels): void {
  $('.kg-file-card-container').each((_, element) => {
    const link = $(element)
    // It is an English « Download », and the link's text says more.
    link.removeAttr('title')
    const size = link.find('.kg-file-card-filesize')
    // Cut, since the pattern takes quadratic time if it does not match. No size is that long.
    const [, amount, unit = ''] = /^\s*(\d+(?:\.\d+)?)\s*(\w+)\s*$/.exec(size.text().slice(0, 40)) ?? []
    const known = units[unit]
    if (known !== undefined) size.text(labels.size(Number(amount), known))
  })
}

/** Footnotes, task lists, quotations and tables, in any text. */
function normaliseTexts($: Tree, labels: PostLabels): void {
  $('a.footnote-backref').attr('aria-label', labels.backToText)
  // The boxes of a task list cannot be ticked. Ghost leaves the list as it was typed.
  const shownBoxes = ':is(li, td, th) input[type="checkbox"], input[type="checkbox"][disabled]'
  $(shownBoxes).replaceWith((_, box) => ($(box).is('[checked]') ? '☑' : '☐'))
  $('li').each((_, element) => {
    const item = $(element)
    // An item between blank lines contains a paragraph, after a line break.
    for (const first of [item.contents().get(0), item.children('p:first-child').contents().get(0)])
      if (first?.nodeType === 3)
        first.data = first.data.replace(/^\[([ x])\] /i, (_box, tick) => (tick === ' ' ? '☐ ' : '☑ '))
  })
  // If the last paragraph of a quotation begins with a dash, it names the source.
  $('blockquote > p:last-child:not(:first-child)')
    .filter((_, element) => /^\s*[—–―]/.test($(element).text()))
    .addClass('kg-attribution')
  // A wide table scrolls sideways on a phone. A keyboard must be able to scroll it too (WCAG 2.1.1).
  $('table').each((_, element) => {
    if ($(element).parents('table').length > 0) return
    $(element).wrap($('<div class="kg-scroll" role="group" tabindex="0">').attr('aria-label', labels.table))
  })
}
