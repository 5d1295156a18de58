import { useMemo } from 'react'

type Policy = { createHTML: (html: string) => string; createScriptURL: (address: string) => string }

/** The Trusted Types API; a policy makes objects, which the DOM accepts instead of strings. */
type TrustedTypes = { createPolicy: (name: string, rules: Policy) => Policy }

const rules: Policy = {
  // This site's server has sanitised it, or its own code has drawn it.
  createHTML: (html) => html,
  createScriptURL(address) {
    const { origin, pathname } = new URL(address, location.href)
    if (origin === location.origin && pathname.startsWith('/assets/')) return address
    throw new TypeError(`${address}: is not a script of this site; expected an address below /assets/`)
  },
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }

/**
 * The only policy that the Content-Security-Policy allows: any other code that gives the DOM a text to run or to parse fails
 * (docs/decisions/020-trusted-types.md). On the server, and in browsers without the API, texts stay texts.
 *
 * @see https://w3c.github.io/trusted-types/dist/spec/
 */
const policy = trustedTypes?.createPolicy('site', rules) ?? rules

/**
 * HTML that this site's server has sanitised, or a cover that its code has drawn, for `dangerouslySetInnerHTML`; the same object for
 * the same text, since React compares the two by identity.
 */
export function useSanitised(html: string): { __html: string } {
  return useMemo(() => ({ __html: policy.createHTML(html) }), [html])
}

/** The address of a built script, for a worker. */
export function ownScript(address: string): string {
  return policy.createScriptURL(address)
}
