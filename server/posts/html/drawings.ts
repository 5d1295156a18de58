import { type Nodes, replaceBy, type Tree } from './tree.ts'

/** What Ghost's own cards and their controls are decorated with. */
const decoration = '[aria-hidden="true"], [role="presentation"], [role="none"], .kg-file-card-icon *, button *'

/** What is drawn only where it is used, or not at all. */
const unseen = 'defs, symbol, style, script, title, desc, metadata'

/** A name is a line; an element may be named by a text, and many by the same one. In UTF-16 code units. */
const longestName = 200
const mostIds = 4

/** The first words of each element with an id, once they are asked for. */
type NamesById = (id: string) => string

/** A drawing in the text leaves its name and the words in it: no SVG passes the allow-list. Decoration leaves nothing. */
export function nameDrawings($: Tree): void {
  const nameById = createNamesById($)
  $('svg').each((_, element) => {
    const drawing = $(element)
    if (drawing.parents('svg').length > 0) return
    if (drawing.is(decoration)) return void drawing.remove()
    const name = nameOf($, drawing, nameById)
    const words = [name, ...wordsIn($, drawing).filter((text) => !name.includes(text))].filter(Boolean)
    const text = $('<p>').text([...new Set(words)].join(', '))
    replaceBy(drawing, words.length > 0 && drawing.parent().is('body') ? text : text.contents())
  })
}

function createNamesById($: Tree): NamesById {
  let elements: Map<string, Nodes> | undefined
  const names = new Map<string, string>()
  return (id) => {
    // Of several with one id, the first counts.
    elements ??= new Map(
      $('[id]')
        .toArray()
        .reverse()
        .map((element) => [element.attribs.id ?? '', $(element)]),
    )
    const name = names.get(id) ?? oneLine(elements.get(id)?.text() ?? '').slice(0, longestName)
    names.set(id, name)
    return name
  }
}

/** As browsers name it (SVG 2, §5.8; ARIA in HTML). */
function nameOf($: Tree, drawing: Nodes, nameById: NamesById): string {
  const ids = (drawing.attr('aria-labelledby') ?? '').split(/\s+/, mostIds).filter(Boolean)
  const titles = drawing.find('title').filter((_, title) => $(title).parents('defs, symbol').length === 0)
  const names = [ids.map(nameById).join(' '), drawing.attr('aria-label') ?? '', titles.first().text()]
  const descriptions = [drawing.children('desc').text(), drawing.attr('title') ?? '']
  return [...names, ...descriptions].map(oneLine).find(Boolean) ?? ''
}

function wordsIn($: Tree, drawing: Nodes): string[] {
  // No selector finds `foreignObject`: they are read in lower case.
  const texts = drawing.find('*').filter((_, { tagName }) => tagName === 'text' || tagName === 'foreignObject')
  const found = new Set<unknown>(texts.get())
  const seen = texts.filter((_, text) => {
    const above = $(text).parents()
    // The words of one within another are that one's.
    return !above.is(unseen) && !above.get().some((element) => found.has(element))
  })
  return seen.map((_, text) => oneLine($(text).text())).get()
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
