import * as z from 'zod'
import type { GhostConfig } from '../config/config.ts'
import type { AskGhostAdmin } from '../posts/ghost/admin.ts'
import { GhostError } from '../posts/ghost/error.ts'
import { type AskGhost, contentOf, type GhostAnswer } from '../posts/ghost/request.ts'

/** `status` is null where no whole answer came. */
export type Failed = { kind: 'failed'; message: string; status: number | null; movedTo: string | null }

/** The value of one answer of Ghost, or why it could not be read. */
export type GhostReading<T> = { kind: 'answered'; value: T } | Failed

export type PostCount = { total: number; titles: string[]; urls: string[] }

const site = z.object({ site: z.object({ version: z.string(), url: z.url() }) })
const settings = z.object({ settings: z.object({ members_signup_access: z.string() }) })
const posts = z.object({
  posts: z.array(z.object({ title: z.string(), url: z.string() })),
  meta: z.object({ pagination: z.object({ total: z.number() }) }),
})
const texts = z.object({ posts: z.array(z.object({ html: z.string().nullish().catch(null) })) })

/** The addresses in players and file cards, in HTML as Ghost writes it. */
const namedFile =
  /<(?:audio|video|source|track)\b[^>]*?\ssrc=["']([^"']+)|<a class="kg-file-card-container" href="([^"]+)/g

/** Asks a Ghost, one question after the other, unless it does not answer the first. */
export async function askGhost(ask: AskGhost, askAdmin: AskGhostAdmin | null, { key }: GhostConfig) {
  const first = await readGhost(
    ask('/ghost/api/admin/site/'),
    (answer) => contentOf(answer, site, 'that of a Ghost').site,
  )
  if (first.kind === 'failed') return first

  const content = (path: string, parameters: Record<string, string>) =>
    ask(`/ghost/api/content/${path}/?${new URLSearchParams({ ...parameters, key })}`)

  const count = (filter: string) =>
    readGhost(content('posts', { filter, fields: 'title,url', limit: '5' }), (answer): PostCount => {
      const found = contentOf(answer, posts, 'a page of posts')
      return {
        total: found.meta.pagination.total,
        titles: found.posts.map(({ title }) => title),
        urls: found.posts.map(({ url }) => url),
      }
    })
  const anything = (answer: GhostAnswer): null => {
    contentOf(answer, z.unknown(), 'an answer')
    return null
  }
  return {
    kind: 'answered' as const,
    ...first.value,
    fr: await count('tag:fr'),
    en: await count('tag:en'),
    both: await count('tag:fr+tag:en'),
    neither: await count('tag:-fr+tag:-en'),
    // Sounds, films and files of the newest posts.
    files: await readGhost(content('posts', { fields: 'html', limit: '100' }), (answer) =>
      contentOf(answer, texts, 'posts with their texts').posts.flatMap(({ html }) =>
        [...(html ?? '').matchAll(namedFile)].map(([, played = '', kept = '']) => played || kept),
      ),
    ),
    // Who may subscribe: `all`, `invite`, `none` …
    signUp: await readGhost(
      content('settings', {}),
      (answer) => contentOf(answer, settings, 'settings').settings.members_signup_access,
    ),
    integrityToken: await readGhost(ask('/members/api/integrity-token/'), anything),
    admin: askAdmin && (await readGhost(askAdmin('posts/?limit=1&fields=id'), anything)),
  }
}

export type GhostAnswers = Awaited<ReturnType<typeof askGhost>>

async function readGhost<T>(
  answering: Promise<GhostAnswer>,
  read: (answer: GhostAnswer) => T,
): Promise<GhostReading<T>> {
  let movedTo: string | null = null
  try {
    const answer = await answering
    movedTo = answer.movedTo
    return { kind: 'answered', value: read(answer) }
  } catch (error) {
    if (!(error instanceof GhostError)) throw error
    return { kind: 'failed', message: error.message, status: error.status, movedTo }
  }
}
