import { replaceBy, type Tree } from './tree.ts'

/**
 * A picture that the site cannot show leaves the words that its author has for it, as in a browser where it fails to load.
 *
 * @param shows whether the site shows what is at an address
 */
export function standInForPictures($: Tree, shows: (address: string) => boolean): void {
  $('img').each((_, element) => {
    const picture = $(element)
    if (shows(picture.attr('src') ?? '')) return
    const words = $('<span>').text(picture.attr('alt') ?? '')
    // The other forms of a picture are nothing without it.
    const whole = picture.closest('picture')
    replaceBy(whole.length > 0 ? whole : picture, words.contents())
  })
}
