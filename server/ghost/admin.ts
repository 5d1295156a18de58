import type { AskGhost, GhostAnswer } from './request.ts'

/**
 * Asks Ghost's Admin API as an integration does: by a token of one minute (Ghost takes five at most), signed with the key's
 * secret, which never travels.
 *
 * @param adminKey `id:secret`, the secret in hex
 * @param now milliseconds since 1970
 * @returns a function from a path below `/ghost/api/admin/`
 * @see https://docs.ghost.org/admin-api#token-authentication
 */
export function createGhostAdmin(ask: AskGhost, adminKey: string, now: () => number) {
  const [id = '', secret = ''] = adminKey.split(':')

  return async (path: string): Promise<GhostAnswer> => {
    // When it is first needed: most sites have no such key.
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
