import type { PostLabels } from './labels.ts'
import type { Tree } from './tree.ts'

/** Pictures in a block of their own, not signs within a text. */
const standalone = '.kg-image-card img, .kg-gallery-image img, p > img:only-child'

/**
 * Pictures become links to their own file. The browser opens the file; the article's script enlarges the picture in place. The
 * allow-list gives the link the picture's address on this site.
 */
export function linkPictures($: Tree, labels: PostLabels): void {
  $(standalone).each((_, element) => {
    const picture = $(element)
    const src = picture.attr('src') ?? ''
    const isAmongWords = picture.parent('p').text().trim() !== ''
    const isWithinControl = picture.closest('a, button, summary, figcaption').length > 0
    if (src.startsWith('data:') || isAmongWords || isWithinControl) return
    const link = $('<a class="kg-enlarge">').attr('href', src)
    if ((picture.attr('alt') ?? '').trim() === '') link.attr('aria-label', labels.enlarge)
    const whole = picture.parent('picture')
    ;(whole.length > 0 ? whole : picture).wrap(link)
  })
}
