import { wordsOnly } from './phrasing.ts'
import { type Tree, visible } from './tree.ts'

/**
 * A heading that says nothing is none: screen readers announce it, and the table of contents leads to it without a word.
 * One that shows something stays as a plain box, any other goes.
 *
 * @param unread the names of elements whose content no reader is to see
 */
export function dropSilentHeadings($: Tree, unread: readonly string[]): void {
  $('h1, h2, h3, h4, h5, h6').each((_, element) => {
    const heading = $(element)
    const shown = heading.find('img, audio, video')
    const read = heading.clone()
    read.find(unread.join()).remove()
    const words = [read.text(), ...shown.map((_, picture) => $(picture).attr('alt')).get()]
    if (words.some((text) => visible.test(text))) return
    if (shown.length === 0) return void heading.remove()
    const box = $(heading.parents(wordsOnly).length === 0 ? '<div>' : '<span>').attr(heading.attr() ?? {})
    heading.replaceWith(box.append(heading.contents()))
  })
}
