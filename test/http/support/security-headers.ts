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
