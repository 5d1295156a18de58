import type { Tree } from './tree.ts'

/** The last paragraph of a quotation that begins with a dash says where the quotation is from. */
export function markAttributions($: Tree): void {
  $('blockquote > p:last-child:not(:first-child)').each((_, element) => {
    const paragraph = $(element)
    if (/^\s*[—–―]/.test(paragraph.text())) paragraph.addClass('kg-attribution')
  })
}
