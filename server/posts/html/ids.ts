import { decoded } from '../../../shared/site-map.ts'
import { isScriptRoute } from '../../addresses/addresses.ts'
import { bodyOf, type Tree } from './tree.ts'

/** Ids of the article's page itself. React's begin with an underscore. */
const reservedId = /^(?:_.*|main|page-data|newsletter|on-this-page|related|language-toggle|(?:.*-)?menu)$/i

/** New ids, by the ids that the author wrote. */
type Ids = Map<string, string>

type Placed = { parent: Placed | null }

/**
 * Makes ids valid and unique. They are decoded: Ghost writes `id="vid%C3%A9o"`, which neither a lower-case `%c3%a9` nor a router's
 * decoded `vidéo` would match. Ids of the page itself, and ids that a script could take for a global, are changed. Links within the
 * post are updated: to the id in their own card if it has that id, otherwise to the first in the post.
 */
export function normaliseIds($: Tree): void {
  /** Each id in use, and the number that its next duplicate gets. */
  const taken = new Map<string, number>()
  const first: Ids = new Map()
  const idsInCard = idsByCard($)
  // Older posts mark places by `name`, as in HTML 4.
  $('a[name]:not([id])').each((_, element) => void $(element).attr('id', $(element).attr('name') ?? ''))
  $('[id]').each((_, element) => {
    const node = $(element)
    const written = plainId(node.attr('id') ?? '')
    if (written === '') return void node.removeAttr('id')
    const id = unique(reservedId.test(written) ? `article-${written}` : withoutGlobal(written))
    for (const ids of [idsInCard(element), first]) if (!ids.has(written)) ids.set(written, id)
    node.attr('id', id)
  })
  $('a[href^="#"]').each((_, element) => {
    const link = $(element)
    if (isScriptRoute(link.attr('href') ?? '')) return
    const target = plainId(link.attr('href')?.slice(1) ?? '')
    const id = idsInCard(element).get(target) ?? first.get(target) ?? target
    if (target !== '') link.attr('href', `#${encodeURIComponent(id)}`)
  })

  function unique(id: string): string {
    let candidate = id
    for (let count = taken.get(id) ?? 2; taken.has(candidate); count += 1) {
      candidate = `${id}-${count}`
      taken.set(id, count + 1)
    }
    taken.set(candidate, taken.get(candidate) ?? 2)
    return candidate
  }
}

/**
 * The ids of each card, since each card counts its footnotes from 1. In a post's HTML, comments enclose an HTML card. A Markdown
 * card has no such comments, but ends with its footnotes.
 */
function idsByCard($: Tree): (element: Placed) => Ids {
  const cards = new Map<Placed, Ids>()
  let ids: Ids = new Map()
  for (const node of bodyOf($).contents().get()) {
    if (node.nodeType === 8 && node.data.includes('kg-card-')) ids = new Map()
    cards.set(node, ids)
    if ($(node).is('.footnotes')) ids = new Map()
  }
  return (element) => {
    let node: Placed | null = element
    while (node !== null && !cards.has(node)) node = node.parent
    return (node && cards.get(node)) ?? ids
  }
}

/** The id in another article for an id that an author wrote. Ids of the page itself stay as they are. */
export function placeOf(id: string): string {
  return withoutGlobal(plainId(id))
}

function withoutGlobal(id: string): string {
  return namesGlobal(id) ? `article-${id}` : id
}

/** Decodes an id, and replaces characters that would be escaped in HTML or in a URL. */
function plainId(id: string): string {
  return (decoded(id.trim()) ?? id.trim()).replace(/[\s"'<>&%#`\\]+/g, '-')
}

/** Globals of browsers, past and present, and of scripts. Only those in lower-case letters, as headings' ids are. */
const globals = new Set(
  (
    'alert atob blur body btoa caches cancel chrome close closed confirm console constructor content controllers cookie ' +
    'credentialless crossorigin crypto define document dump escape eval event exports external fence fetch find focus fonts ' +
    'frames fullscreen global grecaptcha head history java length location locationbar menubar module name navigation ' +
    'navigator netscape open opener opera origin packages parent performance personalbar print process prompt require root ' +
    'safari scheduler screen scroll scrollbars self sidebar status statusbar stop sun title toolbar top undefined unescape ' +
    'uneval viewport when window'
  ).split(' '),
)

/** A script's name with more than lower-case letters and digits, or the name of an event handler. */
const scriptName = /^(?:[\w$]*[A-Z_$][\w$]*|on[a-z]+)$/

/**
 * Whether a script could take an element with this id for a global. If the browser lacks that global, the script gets the element
 * instead (HTML, "named access on the Window object").
 */
export function namesGlobal(id: string): boolean {
  return globals.has(id) || scriptName.test(id)
}
