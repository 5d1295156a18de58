import type { Nodes, Tree } from './tree.ts'

/** Whole addresses, and those that begin at the root of their own site. */
export function webAddresses(values: readonly (string | undefined)[]): string[] {
  return values.flatMap((value) => {
    const address = value?.trim() ?? ''
    return /^(?:(?:https?:)?\/\/|\/)\w/i.test(address) ? [address] : []
  })
}

/** The whole addresses in attributes that scripts read, those of an expected name first. */
export function dataAddresses(node: Nodes): string[] {
  const expected = /^data-(?:url|href|src|link|permalink)$/
  const attributes = Object.entries(node.attr() ?? {}).filter(
    ([name, value]) => /^data-(?!frame$|kg-)/.test(name) && /^\s*(?:https?:)?\/\/\w/i.test(value),
  )
  const first = attributes.filter(([name]) => expected.test(name))
  const others = attributes.filter(([name]) => !expected.test(name))
  return [...first, ...others].map(([, value]) => value.trim())
}

/** Of an object or a plug-in: what its player is told to play, what it names itself, and what waits for a script. */
export function objectAddresses($: Tree, node: Nodes): string[] {
  const valuesOf = (name: RegExp) => {
    const named = node.children('param').filter((_, { attribs }) => name.test(attribs.name ?? ''))
    return named.map((_, { attribs }) => attribs.value ?? '').get()
  }
  const values = valuesOf(/^(?:movie|src|url|filename|href|file)$/i)
  const own = webAddresses([node.attr('data'), node.attr('src'), ...values, ...dataAddresses(node)])
  const queries = own.flatMap((address) => /\.swf\?(.*)$/i.exec(address)?.[1] ?? [])
  const told = [node.attr('flashvars') ?? '', ...valuesOf(/^flashvars$/i), ...queries]
  return [...webAddresses(told.flatMap(addressesWithin)), ...own]
}

/** @param parameters of a player, written like a query */
function addressesWithin(parameters: string): string[] {
  const values = [...new URLSearchParams(parameters).values()]
  return values.flatMap((value) => value.match(/(?:https?:)?\/\/[^\s"'<>|,}]+|^\/[^\s"'<>|,}]+/gi) ?? [])
}
