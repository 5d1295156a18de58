import type { RequestHandler } from 'express'
import { type Language, localise, localiseFrom, withoutPrefix } from '../../shared/language.ts'
import type { Post } from '../../shared/post.ts'
import { addressOf, pathOf } from '../../shared/site-map.ts'
import { languageOfRequest } from '../i18n/language.ts'
import { permalinkPath, sitePath } from '../addresses/addresses.ts'
import { createLinkIndex, type LinkIndex, type ListAnswer, type Posts } from '../posts/posts.ts'

/** Prefix of paths of Ghost's own site. The proxy in front of Ghost redirects readers here (deploy/nginx). */
export const fromGhostPath = '/from-ghost'

/** Redirects from a path of Ghost's own site, which its newsletters link to, to its page here. Drops the query. */
export function createFromGhost(posts: Pick<Posts, 'list'>): RequestHandler {
  return async (req, res) => {
    const [fr, en] = await Promise.all([posts.list('fr'), posts.list('en')])
    const index = createLinkIndex({ fr: postsOf(fr), en: postsOf(en) })
    const path = req.path.slice(fromGhostPath.length)
    const readerLanguage = languageOfRequest(req.path, req.headers.cookie)
    const to = resolveGhostPath(path, readerLanguage, index) ?? localise(pathOf('blog'), readerLanguage)
    res.set('Cache-Control', 'no-store').redirect(302, to)
  }
}

/** The path on this site of a path at Ghost, for a reader of `readerLanguage`; null if unknown. */
export function resolveGhostPath(path: string, readerLanguage: Language, index: LinkIndex): string | null {
  const article = index.articleAt(permalinkPath(path), readerLanguage)
  if (article !== null) return localiseFrom(article.path, article.language, readerLanguage)
  const page = sitePath(path, readerLanguage)
  const address = page === null ? null : addressOf(page)
  if (page === null || address === null || !('slug' in address)) return page
  const language = index.languageWith(page)
  return language === null ? null : localiseFrom(withoutPrefix(page), language, readerLanguage)
}

function postsOf(list: ListAnswer): Post[] | null {
  return list.kind === 'cached' ? list.value : null
}
