import type { TreeAdapter } from 'parse5'
import { adapter, type Htmlparser2TreeAdapterMap } from 'parse5-htmlparser2-tree-adapter'

/**
 * Limits of a post, each far above what authors write (docs/operations.md names them): an article of 3,000 elements with 200
 * pictures is a long one. A parser compares each attribute of a tag with all others, functions that walk down a tree call themselves
 * once a step, HTML that is not well-formed makes many nodes of a few characters, and a picture is written once for each of its widths.
 */
const most = {
  characters: 1_000_000,
  'attributes in one tag': 1000,
  'steps of depth': 128,
  nodes: 100_000,
  elements: 20_000,
  attributes: 60_000,
  'pictures, players and frames': 2000,
  links: 5000,
}

const media = new Set(['amp-img', 'audio', 'embed', 'iframe', 'img', 'object', 'source', 'video'])

/** Limit of written HTML, in UTF-16 code units: twice what may be read. */
const mostWritten = 2 * most.characters

/** Throws where a pass over a post has written more than it may. */
export function checkWritten(html: string): string {
  if (html.length > mostWritten) throw new Error(`the HTML becomes longer than ${mostWritten} characters`)
  return html
}

type Adapter = TreeAdapter<Htmlparser2TreeAdapterMap>
type Parent = Htmlparser2TreeAdapterMap['parentNode']

/**
 * A parse5 adapter for one tree, which throws as soon as the tree exceeds its limits. The nodes stay in the root that the parser
 * makes first: parse5 would move each of them to the fragment by itself, in the square of their number.
 */
export function createLimitedAdapter() {
  let root: Parent | null = null
  const counts = { nodes: 0, elements: 0, attributes: 0, 'pictures, players and frames': 0, links: 0 }
  const count = (what: keyof typeof counts, more = 1) => {
    counts[what] += more
    if (counts[what] > most[what]) throw new Error(`the HTML has more than ${most[what]} ${what}`)
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
      const depth = most['steps of depth']
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
 * Throws where a text is too long to be parsed, or a tag of it has too many attributes, in one walk from its start to its end.
 */
export function checkTextLimits(html: string): void {
  if (html.length > most.characters) throw new Error(`the HTML is longer than ${most.characters} characters`)
  const maxAttributes = most['attributes in one tag']
  let at = 0
  /** Moves behind a match at this place, and returns its length. */
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
