import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { askAdmin } from './admin.ts'

const mailFolder = process.env.GHOST_MAIL_FOLDER ?? ''

export type Member = { email: string; labels: { name: string }[]; newsletters: { name: string }[] }

type GhostMail = { to: string[]; subject: string; links: string[] }

/** The members with an address, from the real Ghost's Admin API. */
export async function membersOf(email: string): Promise<Member[]> {
  const query = new URLSearchParams({ filter: `email:'${email}'`, include: 'labels,newsletters' })
  return (await askAdmin<{ members: Member[] }>('GET', `members/?${query}`)).members
}

/** The mails that the real Ghost has sent to an address, oldest first. */
export async function mailsTo(email: string): Promise<GhostMail[]> {
  const files = (await readdir(mailFolder)).filter((file) => file.endsWith('.json')).sort()
  const mails = files.map(async (file) => JSON.parse(await readFile(join(mailFolder, file), 'utf8')) as GhostMail)
  return (await Promise.all(mails)).filter(({ to }) => to.includes(email))
}
