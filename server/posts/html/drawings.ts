import { type Nodes, replaceBy, type Tree } from './tree.ts'

/** What Ghost's own cards and their controls are decorated with. */
const decoration = '[aria-hidden="true"], [role="presentation"], [role="none"], .kg-file-card-icon *, button *'

/** What is drawn only where it is used, or not at all. */
const unseen = 'defs, symbol, style, script, title, desc, metadata'

/** A drawing in the text leaves its name and the words in it: no SVG passes the allow-list. Decoration leaves nothing. */
export function nameDrawings($: Tree): void {
  $('svg').each((_, element) => {
    const drawing = $(element)
    if (drawing.parents('svg').length > 0) return
    if (drawing.is(decoration)) return void drawing.remove()
    const name = nameOf($, drawing)
    const words = [name, ...wordsIn($, drawing).filter((text) => !name.includes(text))].filter(Boolean)
    const text = $('<p>').text([...new Set(words)].join(', '))
    replaceBy(drawing, words.length > 0 && drawing.parent().is('body') ? text : text.contents())
  })
}

/** As browsers name it (SVG 2, §5.8; ARIA in HTML). */
function nameOf($: Tree, drawing: Nodes): string {
  const parts = (drawing.attr('aria-labelledby') ?? '').split(/\s+/).filter(Boolean)
  const labelled = parts.map((id) =>
    $('[id]')
      .filter((_, named) => $(named).attr('id') === id)
      .first()
      .text(),
  )
  const titles = drawing.find('title').filter((_, title) => $(title).parents('defs, symbol').length === 0)
  const names = [labelled.join(' '), drawing.attr('aria-label') ?? '', titles.first().text()]
  const descriptions = [drawing.children('desc').text(), drawing.attr('title') ?? '']
  return [...names, ...descriptions].map(oneLine).find(Boolean) ?? ''
}

function wordsIn($: Tree, drawing: Nodes): string[] {
  // No selector finds `foreignObject`: they are read in lower case.
  const texts = drawing.find('*').filter((_, { tagName }) => tagName === 'text' || tagName === 'foreignObject')
  const seen = texts.filter((_, text) => $(text).parents(`${unseen}, text`).length === 0)
  return seen.map((_, text) => oneLine($(text).text())).get()
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
