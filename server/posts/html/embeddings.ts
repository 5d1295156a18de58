import { pageOfScript } from './embed-scripts.ts'
import { dataAddresses, objectAddresses, webAddresses } from './named-addresses.ts'
import { bodyOf, type Nodes, parseTree, type Tree, unwrap, visible } from './tree.ts'
import { widgetAddresses } from './widgets.ts'

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

/** What is of use only where a form can be sent. */
const controls = 'input, button, select, textarea, label, datalist, output'

/** Parts of an object that are no words of its author. */
const parameters = 'param, embed, script, style'

/** @returns null for what embeds nothing */
export function embeddingOf($: Tree, node: Nodes): Embedding | null {
  const [element] = node
  if (element === undefined || !('tagName' in element)) return null
  const name = (node.attr('title') ?? node.attr('aria-label') ?? '').replace(/\s+/g, ' ').trim()
  switch (element.tagName) {
    case 'iframe': {
      const addresses = webAddresses([node.attr('src'), ...dataAddresses(node)])
      const srcdoc = addresses.length === 0 ? node.attr('srcdoc') : undefined
      const fallback = srcdoc === undefined ? null : $(bodyOf(parseTree(srcdoc)).contents().get())
      return { node, addresses, name, fallback }
    }
    case 'object':
    case 'applet': {
      const parts = [
        node,
        ...node
          .find('object, embed, iframe')
          .get()
          .map((inner) => $(inner)),
      ]
      const addresses = parts.flatMap((part) => objectAddresses($, part))
      node.find(parameters).remove()
      node.find('object').each((_, inner) => unwrap($(inner)))
      return { node, addresses, name, fallback: node.contents() }
    }
    case 'embed':
      return { node, addresses: objectAddresses($, node), name, fallback: null }
    case 'script': {
      // The loader of a quotation that is there.
      const works = node.prev().add(node.next()).is('blockquote[class]:not([class*="kg-"])')
      const saysWhat = dataAddresses(node).length > 0 || node.attr('data-id') !== undefined
      const page = works ? null : pageOfScript(node.attr('src') ?? '', saysWhat)
      return page === null ? null : { node, addresses: [page], name, fallback: null }
    }
    case 'form': {
      const label = node.find('label').text()
      node.find(controls).remove()
      const action = webAddresses([node.attr('action')])
      // One without a word says nothing of where it leads.
      const addresses = visible.test(node.text() + label) ? action : []
      return { node, addresses, name, fallback: node.contents() }
    }
    default: {
      const addresses = widgetAddresses(node, element.tagName)
      return addresses.length === 0 ? null : { node, addresses, name, fallback: null }
    }
  }
}
