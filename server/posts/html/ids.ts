import { decoded } from '../../../shared/site-map.ts'
import { isScriptRoute } from '../../addresses/addresses.ts'
import { bodyOf, type Tree } from './tree.ts'

/** Ids that an article's page itself has; React's own begin with an underscore. */
const pagesOwn = /^(?:_.*|main|page-data|newsletter|on-this-page|related|language-toggle|(?:.*-)?menu)$/i

/** Ids as their author wrote them, and as they are now. */
type Ids = Map<string, string>

type Placed = { parent: Placed | null }

/**
 * Makes ids valid and unique: decoded, since Ghost writes `id="vid%C3%A9o"`, which neither a lower-case `%c3%a9` nor a router's
 * decoded `vidéo` would match; none of the page's own, and none that a script could take for a global. Links within the post
 * follow: to the id of their own card, if it has one of that name, or to the first.
 */
export function normaliseIds($: Tree): void {
  /** Each id, and the number that its next namesake gets. */
  const taken = new Map<string, number>()
  const first: Ids = new Map()
  const ofCard = idsByCard($)
  // Older posts name places as HTML 4 did.
  $('a[name]:not([id])').each((_, element) => void $(element).attr('id', $(element).attr('name') ?? ''))
  $('[id]').each((_, element) => {
    const node = $(element)
    const wanted = plainId(node.attr('id') ?? '')
    if (wanted === '') return void node.removeAttr('id')
    const id = unique(pagesOwn.test(wanted) ? `article-${wanted}` : withoutGlobal(wanted))
    for (const ids of [ofCard(element), first]) if (!ids.has(wanted)) ids.set(wanted, id)
    node.attr('id', id)
  })
  $('a[href^="#"]').each((_, element) => {
    const link = $(element)
    if (isScriptRoute(link.attr('href') ?? '')) return
    const target = plainId(link.attr('href')?.slice(1) ?? '')
    const id = ofCard(element).get(target) ?? first.get(target) ?? target
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
 * The ids of each card, as far as a post's HTML keeps cards apart: Ghost frames an HTML card by comments; a Markdown card has no
 * frame, and ends with its footnotes. Each card counts its footnotes from 1.
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

/** The id of a place in another article, by the one that its author wrote; the page's own ids are meant as they are. */
export function placeOf(id: string): string {
  return withoutGlobal(plainId(id))
}

function withoutGlobal(wanted: string): string {
  return namesGlobal(wanted) ? `article-${wanted}` : wanted
}

/** Decoded, and without characters to be escaped in HTML or in an address. */
function plainId(id: string): string {
  return (decoded(id.trim()) ?? id.trim()).replace(/[\s"'<>&%#`\\]+/g, '-')
}

/** Globals of browsers, past and present, and of scripts, whose names are of small letters alone, as headings' ids are. */
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

/** A name of a script's own, with more than small letters and digits, or of an event handler. */
const scriptName = /^(?:[\w$]*[A-Z_$][\w$]*|on[a-z]+)$/

/**
 * Whether a script could take an element of this id for a global: a browser that lacks such a global gives the script the
 * element by that name (HTML, "named access on the Window object").
 */
export function namesGlobal(id: string): boolean {
  return globals.has(id) || scriptName.test(id)
}
