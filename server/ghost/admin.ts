import type { AskGhost, GhostAnswer } from './request.ts'

/**
 * Calls Ghost's Admin API as an integration: with a token that is valid for one minute (Ghost accepts five at most). The token is
 * signed with the key's secret, which is never sent.
 *
 * @param adminKey `id:secret`, the secret in hex
 * @param now milliseconds since 1970
 * @returns a function from a path below `/ghost/api/admin/`
 * @see https://docs.ghost.org/admin-api#token-authentication
 */
export function createGhostAdmin(ask: AskGhost, adminKey: string, now: () => number) {
  const [id = '', secret = ''] = adminKey.split(':')

  return async (path: string): Promise<GhostAnswer> => {
    // Loaded when it is first needed: most sites have no such key.
    const { SignJWT } = await import('jose')
    const seconds = Math.floor(now() / 1000)
    const token = await new SignJWT()
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: id })
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + 60)
      .setAudience('/admin/')
      .sign(Buffer.from(secret, 'hex'))
    return ask(`/ghost/api/admin/${path}`, { Authorization: `Ghost ${token}` })
  }
}

export type AskGhostAdmin = ReturnType<typeof createGhostAdmin>
