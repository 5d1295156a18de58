import { expect } from 'vitest'

/** The security headers of everything but files, on a site with https. */
export const documentHeaders = {
  'content-security-policy': expect.stringMatching(/^default-src 'none';/) as string,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': expect.stringContaining('camera=(),') as string,
  'referrer-policy': 'strict-origin-when-cross-origin',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** Every response of the site has its security headers; a refusal by Node itself has no body. */
export function expectSecurityHeaders(answers: string, name: string): void {
  const [head = '', body = ''] = answers.split('\r\n\r\n')
  const lines = head.split('\r\n').flatMap((line) => /^([\w-]+): (.*)$/.exec(line)?.slice(1, 3) ?? [])
  const headers = Object.fromEntries(lines.map((text, at) => [text.toLowerCase(), lines[at + 1]]))
  // The last chunk of nothing is a 0.
  if (headers['x-request-id'] === undefined) return expect(body, name).toMatch(/^0?$/)
  expect(headers, name).toMatchObject(documentHeaders)
  for (const key of ['x-powered-by', 'server']) expect(headers, name).not.toHaveProperty(key)
}
