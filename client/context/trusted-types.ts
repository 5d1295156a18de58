import { useMemo } from 'react'

type Policy = { createHTML: (html: string) => string; createScriptURL: (address: string) => string }

/** The Trusted Types API; a policy makes objects, which the DOM accepts instead of strings. */
type TrustedTypes = { createPolicy: (name: string, rules: Policy) => Policy }

const rules: Policy = {
  // The server has sanitised it, or the site's own code has drawn it.
  createHTML: (html) => html,
  createScriptURL(address) {
    const { origin, pathname } = new URL(address, location.href)
    if (origin === location.origin && pathname.startsWith('/assets/')) return address
    throw new TypeError(`${address}: is not a script of this site; expected an address below /assets/`)
  },
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }

/**
 * The only policy that the Content-Security-Policy allows. Any other code that passes a string to the DOM to run or parse fails
 * (docs/decisions/020-trusted-types.md). On the server, and in browsers without the API, strings are used.
 *
 * @see https://w3c.github.io/trusted-types/dist/spec/
 */
const policy = trustedTypes?.createPolicy('site', rules) ?? rules

/**
 * HTML that the server has sanitised, or a cover that the site's code has drawn, for `dangerouslySetInnerHTML`. The same text gives the
 * same object, since React compares by identity.
 */
export function useSanitised(html: string): { __html: string } {
  return useMemo(() => ({ __html: policy.createHTML(html) }), [html])
}

/** The address of a built script, for a worker. */
export function ownScript(address: string): string {
  return policy.createScriptURL(address)
}
