import type { Tree } from './tree.ts'

/** Ids that an article's page itself has; React's own begin with an underscore. */
const pagesOwn = /^(?:_.*|main|page-data|newsletter|contents|(?:.*-)?menu)$/i

/**
 * Ids that can stand in a page and be found: decoded, since Ghost writes `id="vid%C3%A9o"`, which a lower-case `%c3%a9` or
 * a router's decoded `vidéo` would miss; one of each; and none of the page's own. Links within the post follow.
 */
export function settleIds($: Tree): void {
  /** Each id, and the number that its next namesake gets. */
  const taken = new Map<string, number>()
  const first = new Map<string, string>()
  // The way of HTML 4, which older posts have.
  $('a[name]:not([id])').each((_, element) => void $(element).attr('id', $(element).attr('name') ?? ''))
  $('[id]').each((_, element) => {
    const node = $(element)
    const wanted = plainId(node.attr('id') ?? '')
    if (wanted === '') return void node.removeAttr('id')
    const id = unique(pagesOwn.test(wanted) ? `article-${wanted}` : wanted)
    if (!first.has(wanted)) first.set(wanted, id)
    node.attr('id', id)
  })
  $('a[href^="#"]').each((_, element) => {
    const link = $(element)
    const target = plainId(link.attr('href')?.slice(1) ?? '')
    if (target !== '') link.attr('href', `#${encodeURIComponent(first.get(target) ?? target)}`)
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
