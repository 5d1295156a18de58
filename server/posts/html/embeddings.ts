import { pageOfScript } from './embed-scripts.ts'
import { bodyOf, type Nodes, parseTree, type Tree, unwrap, visible } from './tree.ts'

/** An element that shows something from elsewhere, or would, if scripts ran. */
export type Embedding = {
  node: Nodes
  /** What it names on the web, the best first; on this site without a host. */
  addresses: readonly string[]
  /** Its author's name for it, or empty. */
  name: string
  /** What its author shows where it cannot be shown; null for nothing. */
  fallback: Nodes | null
}

/** Elements that may wait, empty, for a script to fill them. */
const boxes = /^(?:div|span|p|figure|blockquote|button|ins|td|li|[a-z]+-[\w-]+)$/

/** What shows something by itself. */
const shown = 'img, audio, video, iframe, object, embed, script, form, hr, [data-frame], a[href]'

/** What is of use only where a form can be sent. */
const controls = 'input, button, select, textarea, label, datalist, output'

/** Parts of an object that are no words of its author. */
const parameters = 'param, embed, script, style'

/** @returns null for what embeds nothing */
export function embeddingOf($: Tree, node: Nodes): Embedding | null {
  const [element] = node
  if (element === undefined || !('tagName' in element)) return null
  const name = oneLine(node.attr('title') ?? node.attr('aria-label') ?? '')
  switch (element.tagName) {
    case 'iframe': {
      const addresses = webAddresses([node.attr('src'), ...dataOf(node)])
      const srcdoc = addresses.length === 0 ? node.attr('srcdoc') : undefined
      const fallback = srcdoc === undefined ? null : bodyOf(parseTree(srcdoc)).contents()
      return { node, addresses, name, fallback: fallback && $(fallback.get()) }
    }
    case 'object':
    case 'applet': {
      const addresses = [
        node,
        ...node
          .find('object, embed, iframe')
          .get()
          .map((inner) => $(inner)),
      ].flatMap((part) => ownAddresses($, part))
      node.find(parameters).remove()
      node.find('object').each((_, inner) => unwrap($(inner)))
      return { node, addresses, name, fallback: node.contents() }
    }
    case 'embed':
      return { node, addresses: ownAddresses($, node), name, fallback: null }
    case 'script': {
      const works = node.prev().add(node.next()).is('blockquote[class]:not([class*="kg-"])')
      const saysWhat = dataOf(node).length > 0 || node.attr('data-id') !== undefined
      const page = works ? null : pageOfScript(node.attr('src') ?? '', saysWhat)
      return page === null ? null : { node, addresses: [page], name, fallback: null }
    }
    case 'form': {
      const label = node.find('label').text()
      node.find(controls).remove()
      const words = node.text() + (webAddresses([node.attr('action')]).length > 0 ? label : '')
      const addresses = visible.test(words) ? webAddresses([node.attr('action')]) : []
      return { node, addresses, name, fallback: node.contents() }
    }
    default:
      return boxes.test(element.tagName) ? widgetOf(node, element.tagName, name) : null
  }
}

/** An element without content that names an address. */
function widgetOf(node: Nodes, tag: string, name: string): Embedding | null {
  if (node.is('[data-frame], [class*="kg-"]') || node.find(shown).length > 0) return null
  if (tag !== 'button' && visible.test(node.text())) return null
  const film = node.attr('videoid') ?? node.attr('data-videoid')
  const players = [
    /youtube/.test(tag) ? 'https://www.youtube.com/embed/' : '',
    /vimeo/.test(tag) ? 'https://player.vimeo.com/video/' : '',
  ]
  const frames = film === undefined ? [] : players.filter(Boolean).map((player) => player + film)
  const own = tag.includes('-') ? [node.attr('src'), node.attr('href'), node.attr('url')] : []
  const addresses = [
    ...frames,
    ...webAddresses([...own, ...dataOf(node)]).filter((address) => !/^\/(?!\/)/.test(address)),
  ]
  return addresses.length === 0 ? null : { node, addresses, name, fallback: null }
}

/** Of an object or a plug-in: what it names, what its player is told to play, and its own attributes that wait. */
function ownAddresses($: Tree, node: Nodes): string[] {
  const values = node
    .children('param')
    .filter((_, { attribs }) => /^(?:movie|src|url|filename|href|file)$/i.test(attribs.name ?? ''))
    .map((_, { attribs }) => attribs.value)
  const told = node.children('param').filter((_, { attribs }) => /^flashvars$/i.test(attribs.name ?? ''))
  const addresses = webAddresses([node.attr('data'), node.attr('src'), ...values.get(), ...dataOf(node)])
  const queries = addresses
    .filter((address) => /\.swf\?/i.test(address))
    .map((address) => address.replace(/^[^?]*\?/, ''))
  const played = [node.attr('flashvars') ?? '', $(told).attr('value') ?? '', ...queries].flatMap(addressesWithin)
  return [...webAddresses(played), ...addresses]
}

/** The addresses among a player's parameters. */
function addressesWithin(parameters: string): string[] {
  const values = [...new URLSearchParams(parameters).values()]
  return values.flatMap((value) => value.match(/(?:https?:)?\/\/[^\s"'<>|,}]+|^\/[^\s"'<>|,}]+/gi) ?? [])
}

/** The addresses in attributes that scripts read, those of an expected name first. */
function dataOf(node: Nodes): string[] {
  const expected = /^data-(?:url|href|src|link|permalink)$/
  const attributes = Object.entries(node.attr() ?? {}).filter(([name]) => /^data-(?!frame$|kg-)/.test(name))
  const [first, others] = [true, false].map((is) => attributes.filter(([name]) => expected.test(name) === is))
  return [...(first ?? []), ...(others ?? [])]
    .map(([, value]) => value)
    .filter((value) => /^\s*(?:https?:)?\/\/\w/i.test(value))
}

/** Whole addresses, and those that begin at the root of their own site. */
function webAddresses(values: readonly (string | undefined)[]): string[] {
  return values.flatMap((value) => {
    const address = value?.trim() ?? ''
    return /^(?:(?:https?:)?\/\/|\/)\w/i.test(address) ? [address] : []
  })
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
