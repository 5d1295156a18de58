import { createHmac } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'

const url = process.env.GHOST_URL ?? ''
const adminKey = process.env.GHOST_ADMIN_API_KEY ?? ''
const mailFolder = process.env.GHOST_MAIL_FOLDER ?? ''

export type Member = { email: string; labels: { name: string }[]; newsletters: { name: string }[] }

type GhostMail = { to: string[]; subject: string; links: string[] }

/** The members with an address, as the real Ghost's Admin API tells. */
export async function membersOf(email: string): Promise<Member[]> {
  const query = new URLSearchParams({ filter: `email:'${email}'`, include: 'labels,newsletters' })
  const answer = await fetch(`${url}/ghost/api/admin/members/?${query}`, {
    headers: { Authorization: `Ghost ${createToken()}`, 'Accept-Version': 'v5.0' },
  })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { members: Member[] }).members
}

/** The mails that the real Ghost has sent to an address, oldest first. */
export async function mailsTo(email: string): Promise<GhostMail[]> {
  const files = (await readdir(mailFolder)).filter((file) => file.endsWith('.json')).sort()
  const mails = files.map(async (file) => JSON.parse(await readFile(join(mailFolder, file), 'utf8')) as GhostMail)
  return (await Promise.all(mails)).filter(({ to }) => to.includes(email))
}

/** Follows the link of a confirmation mail; Ghost then makes the member. */
export async function confirm({ links }: GhostMail): Promise<void> {
  const link = links.find((candidate) => candidate.includes('action=subscribe')) ?? ''
  const answer = await fetch(link, { redirect: 'manual' })
  expect(answer.headers.get('location')).toContain('success=true')
}

/** The token of an integration (https://docs.ghost.org/admin-api/#token-authentication). */
function createToken(): string {
  const [id = '', secret = ''] = adminKey.split(':')
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const seconds = Math.floor(Date.now() / 1000)
  const claims = { iat: seconds, exp: seconds + 300, aud: '/admin/' }
  const unsigned = `${encode({ alg: 'HS256', typ: 'JWT', kid: id })}.${encode(claims)}`
  return `${unsigned}.${createHmac('sha256', Buffer.from(secret, 'hex')).update(unsigned).digest('base64url')}`
}
