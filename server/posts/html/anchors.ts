import { isScriptRoute } from '../addresses/script-route.ts'
import { namesGlobal } from './global-names.ts'
import { bodyOf, type Tree } from './tree.ts'

/** Ids that an article's page itself has; React's own begin with an underscore. */
const pagesOwn = /^(?:_.*|main|page-data|newsletter|contents|(?:.*-)?menu)$/i

/** What ids have become: as they were wanted, and as they are. */
type Ids = Map<string, string>

/** As much of a node as one needs to know where it stands. */
type Placed = { parent: Placed | null }

/**
 * Ids that can stand in a page and be found: decoded, since Ghost writes `id="vid%C3%A9o"`, which a lower-case `%c3%a9` or
 * a router's decoded `vidéo` would miss; one of each; and none of the page's own, or that a script could take for a global.
 * Links within the post follow: to the id of their own card, where it has one of that name, or to the first.
 */
export function settleIds($: Tree): void {
  /** Each id, and the number that its next namesake gets. */
  const taken = new Map<string, number>()
  const first: Ids = new Map()
  const ofCard = idsByCard($)
  // The way of HTML 4, which older posts have.
  $('a[name]:not([id])').each((_, element) => void $(element).attr('id', $(element).attr('name') ?? ''))
  $('[id]').each((_, element) => {
    const node = $(element)
    const wanted = plainId(node.attr('id') ?? '')
    if (wanted === '') return void node.removeAttr('id')
    const id = unique(pagesOwn.test(wanted) || namesGlobal(wanted) ? `article-${wanted}` : wanted)
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
 * Room for the ids of each card, as far as a post's HTML tells cards apart: Ghost frames one of HTML by comments, and one
 * of Markdown, which has no frame, ends with its notes. Each of these counts its notes from 1.
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

/** Decoded, and without what would have to be escaped in HTML or in an address. */
function plainId(id: string): string {
  return decoded(id.trim()).replace(/[\s"'<>&%#`\\]+/g, '-')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
