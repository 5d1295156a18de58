import * as z from 'zod'
import type { Language } from '../../shared/language.ts'
import type { GhostConfig } from '../config/config.ts'
import type { AskGhostAdmin } from '../posts/ghost/admin.ts'
import { GhostError } from '../posts/ghost/error.ts'
import { type AskGhost, contentOf, type GhostAnswer } from '../posts/ghost/request.ts'
import { type Pairable, pairFaults, pairNameOf } from '../posts/metadata/pairs.ts'
import { type Finding, warning } from './finding.ts'

const tag = z.object({ id: z.string(), slug: z.string(), name: z.string() })
const page = z.object({
  posts: z.array(z.object({ id: z.string(), slug: z.string(), title: z.string(), tags: z.array(tag) })),
  meta: z.object({ pagination: z.object({ pages: z.number() }) }),
})

/** Pages of a hundred posts with internal tags: far above the pairs of any blog. */
const mostPages = 50

/** Warns of posts that share the name of a pair and cannot be linked. */
export function checkPairs(
  lists: Record<Language, readonly Pairable[]>,
  unpublished: readonly Pairable[] = [],
): Finding[] {
  return pairFaults(lists, unpublished).map(({ name, fault }) =>
    warning('posts', `the pair "${name}" is not linked: ${fault}. Expected one published post in fr and one in en`),
  )
}

/** The same of a Ghost's posts; with the Admin API's key, drafts are named too. */
export async function checkGhostPairs(
  ask: AskGhost,
  askAdmin: AskGhostAdmin | null,
  { key }: GhostConfig,
): Promise<Finding[]> {
  try {
    const published = await pairedPosts((query) => ask(`/ghost/api/content/posts/?${query}&key=${key}`))
    const waiting = askAdmin && (await pairedPosts((query) => askAdmin(`posts/?${query}`), 'status:[draft,scheduled]+'))
    const inLanguage = (language: Language) =>
      published.filter(({ tags }) => tags.some(({ slug }) => slug === language))
    return checkPairs({ fr: inLanguage('fr'), en: inLanguage('en') }, waiting ?? [])
  } catch (error) {
    // Another finding says already that Ghost does not answer, or refuses the key.
    if (!(error instanceof GhostError)) throw error
    return []
  }
}

/** Every post with a pair's tag. Ghost 5 finds no posts by the beginning of a tag's slug, so it is asked for internal tags. */
async function pairedPosts(ask: (query: string) => Promise<GhostAnswer>, filter = ''): Promise<Pairable[]> {
  const query = new URLSearchParams({
    filter: `${filter}tags.visibility:internal`,
    fields: 'id,title,slug',
    include: 'tags',
    limit: '100',
  })
  const found: Pairable[] = []
  for (let number = 1, pages = 1; number <= Math.min(pages, mostPages); number += 1) {
    query.set('page', String(number))
    const answer = contentOf(await ask(query.toString()), page, 'a page of posts')
    found.push(...answer.posts.filter((post) => pairNameOf(post) !== null))
    pages = answer.meta.pagination.pages
  }
  return found
}
