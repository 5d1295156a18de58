import { expect } from 'vitest'

/** The security headers of every response at a site on https. */
const commonHeaders = {
  'content-security-policy': expect.stringMatching(/^default-src 'none';/) as string,
  'referrer-policy': 'strict-origin-when-cross-origin',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** The headers of documents, and of everything that is not known to be a file. */
export const documentHeaders = {
  ...commonHeaders,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': expect.stringContaining('camera=(),') as string,
}

/** Checks the first response in a text that `exchange` returned. A refusal by Node itself has no headers of the site, and no body. */
export function expectSecurityHeaders(answers: string, name: string, expected: object = commonHeaders): void {
  const [head = '', body = ''] = answers.split('\r\n\r\n')
  const [, ...lines] = head.split('\r\n').map((line) => line.split(/: (.*)/s, 2))
  const headers = Object.fromEntries(lines.map(([key = '', value]) => [key.toLowerCase(), value]))
  // The last chunk of an empty body is a 0.
  if (headers['x-request-id'] === undefined) return expect(body, name).toMatch(/^0?$/)
  expect(headers, name).toMatchObject(expected)
  for (const key of ['x-powered-by', 'server']) expect(headers, name).not.toHaveProperty(key)
}
