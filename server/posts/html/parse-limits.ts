import type { TreeAdapter } from 'parse5'
import { adapter, type Htmlparser2TreeAdapterMap } from 'parse5-htmlparser2-tree-adapter'

/**
 * Limits of a post, each above what authors write (see docs/authors.md): a long article has 3,000 elements with 200 pictures.
 * Posts are converted in the site's process, and the worst post within the limits blocks it for about half a second. After a change
 * here, run `npm run measure -- posts`. A few characters of malformed HTML can make many nodes.
 */
const max = {
  characters: 250_000,
  'attributes in one tag': 100,
  'steps of depth': 128,
  nodes: 10_000,
  elements: 5000,
  attributes: 20_000,
  'pictures, players and frames': 400,
  links: 1500,
}

const media = new Set(['amp-img', 'audio', 'embed', 'iframe', 'img', 'object', 'video'])

/** Inline pictures have their own limits (`picture-attributes.ts`), and cost little time. */
export const inlinePicture = /\bdata:image\/[^"'<>()]*/gi

/** Limit of the resulting HTML, in UTF-16 code units: embeds become many times longer, and inline pictures count here. */
const maxResultLength = 2_000_000

/** Throws if the resulting HTML is too long. */
export function checkResultLength(html: string): string {
  if (html.length > maxResultLength) throw new Error(`the HTML becomes longer than ${maxResultLength} characters`)
  return html
}

/** What the parser has found in a post so far. */
export type Counts = ReturnType<typeof createCounts>

export function createCounts() {
  return { nodes: 0, elements: 0, attributes: 0, 'pictures, players and frames': 0, links: 0 }
}

type Adapter = TreeAdapter<Htmlparser2TreeAdapterMap>
type Parent = Htmlparser2TreeAdapterMap['parentNode']

/**
 * A parse5 adapter for one tree, which throws as soon as the tree exceeds its limits. The nodes stay in the root that the parser
 * makes first: parse5 would move them to the fragment one by one, in quadratic time.
 */
export function createLimitedAdapter(counts: Counts) {
  let root: Parent | null = null
  const count = (what: keyof Counts, more = 1) => {
    counts[what] += more
    if (counts[what] > max[what]) throw new Error(`the HTML has more than ${max[what]} ${what}`)
  }
  const limited: Adapter = {
    ...adapter,
    createElement(name, namespace, attributes) {
      count('nodes')
      count('elements')
      count('attributes', attributes.length)
      if (media.has(name)) count('pictures, players and frames')
      if (name === 'a') count('links')
      return adapter.createElement(name, namespace, attributes)
    },
    createCommentNode(data) {
      count('nodes')
      return adapter.createCommentNode(data)
    },
    appendChild(parent, node) {
      const depth = max['steps of depth']
      if (depthOf(parent) >= depth) throw new Error(`the HTML is nested more than ${depth} deep`)
      adapter.appendChild(parent, node)
    },
    getFirstChild(parent) {
      const isRoot = parent.parent !== null && parent.parent.parent === null
      if (!isRoot) return adapter.getFirstChild(parent)
      root = parent
      return null
    },
  }
  /** The parsed nodes, once parsing has ended. */
  const children = () => root?.children ?? []
  return { limited, children }
}

function depthOf(node: Parent): number {
  let depth = 0
  for (let above: Parent | null = node; above !== null; above = above.parent) depth += 1
  return depth
}

const between = /[\s/]*/y
const name = /=?[^\s/>=]*/y
const equals = /\s*=\s*/y
const unquoted = /[^\s>]*/y

/**
 * Throws if a text is too long to be parsed, or if one of its tags has too many attributes. It reads the text once.
 */
export function checkTextLimits(html: string): void {
  if (html.length > max.characters && html.replace(inlinePicture, '').length > max.characters)
    throw new Error(`the HTML is longer than ${max.characters} characters`)
  const maxAttributes = max['attributes in one tag']
  let at = 0
  /** Moves past a match at the current position, and returns its length. */
  const pass = (pattern: RegExp): number => {
    pattern.lastIndex = at
    const length = pattern.exec(html)?.[0].length ?? 0
    at += length
    return length
  }
  for (at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at)) {
    at += 1
    if (!/[a-z]/i.test(html.charAt(at))) continue
    for (let attributes = -1; at < html.length && html[at] !== '>'; attributes += 1) {
      if (attributes > maxAttributes) throw new Error(`a tag of the HTML has more than ${maxAttributes} attributes`)
      pass(name)
      if (pass(equals) > 0) passValue()
      pass(between)
    }
  }

  function passValue(): void {
    const quote = html.charAt(at)
    if (quote !== '"' && quote !== "'") return void pass(unquoted)
    const end = html.indexOf(quote, at + 1)
    at = end === -1 ? html.length : end + 1
  }
}
