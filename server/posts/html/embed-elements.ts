import { dataAddresses, objectAddresses, pageOfScript, webAddresses, widgetAddresses } from './embed-addresses.ts'
import { visible } from './readable-text.ts'
import { bodyOf, type Nodes, parseTree, type Tree, unwrap } from './tree.ts'

/** An element that shows something from elsewhere, or would, if scripts ran. */
export type Embedding = {
  node: Nodes
  /** What it names on the web, the best first; on this site without a host. */
  addresses: readonly string[]
  /** Its author's name for it, or empty. */
  name: string
  /** The author's own replacement for it; null for none. */
  fallback: Nodes | null
}

/** Of use only where a form can be sent. */
const controls = 'input, button, select, textarea, label, datalist, output'

/** Parts of an object that no author writes for readers. */
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
      const isLoaderOfQuotation = node.prev().add(node.next()).is('blockquote[class]:not([class*="kg-"])')
      const hasData = dataAddresses(node).length > 0 || node.attr('data-id') !== undefined
      const page = isLoaderOfQuotation ? null : pageOfScript(node.attr('src') ?? '', hasData)
      return page === null ? null : { node, addresses: [page], name, fallback: null }
    }
    case 'form': {
      const label = node.find('label').text()
      node.find(controls).remove()
      const action = webAddresses([node.attr('action')])
      // A form without a word does not say where it leads.
      const addresses = visible.test(node.text() + label) ? action : []
      return { node, addresses, name, fallback: node.contents() }
    }
    default: {
      const addresses = widgetAddresses(node, element.tagName)
      return addresses.length === 0 ? null : { node, addresses, name, fallback: null }
    }
  }
}
