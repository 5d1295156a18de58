import { localiseFrom, otherLanguage } from '../../shared/language.ts'
import type { PostLink } from '../../shared/post.ts'
import { articlePath } from '../../shared/site-map.ts'
import { useLanguage } from '../context/site.tsx'

/** A link to an article in the other language, in words of that language. It loads the page, which stores the choice. */
export function OtherLanguageLink({ post, children }: { post: PostLink; children: string }) {
  const language = useLanguage()
  const target = otherLanguage(language)
  return (
    <a href={localiseFrom(articlePath(post.slug), target, language)} lang={target} hrefLang={target}>
      {children}
    </a>
  )
}
