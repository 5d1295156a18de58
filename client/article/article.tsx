/**
 * The text of an article: its author's sanitised HTML. Scripts add this: pictures open large, embedded pages open in place, and
 * links to the site's pages do not load a page. Without scripts the text is complete. The server has already sanitised it. This
 * folder does not depend on the page around the text.
 */

import { type MouseEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Post } from '../../shared/post.ts'
import { NewsletterForm } from '../newsletter-form/newsletter-form.tsx'
import { useSanitised } from '../context/trusted-types.ts'
import styles from './article-body.module.css'
import ofArticles from './article.css?url'
import ofCards from './cards/cards.css?url'
import { addEmbedButtons } from './embeds.ts'
import { headingsOf, splitAtSignUp } from './article-html.ts'
import { isUnmodifiedClick, useContentLinks } from './content-links.ts'

export { headingsOf, splitAtSignUp }

/** Loaded if a visitor navigates to an article within the site. A document from the server contains the rules that its article needs. */
export const styleSheets = [ofArticles, ofCards]

/** The author's text; the newsletter block replaces a sign-up card. Without a text, the excerpt is shown. */
export function ArticleBody({ post }: { post: Post }) {
  const { t } = useTranslation('blog')
  // A members-only post has a notice of its own.
  const words = post.excerpt || (post.access ? t('noText') : '')
  const { before, signUp, after } = splitAtSignUp(post.html)
  return (
    <>
      {post.html !== '' && <Passage html={before} />}
      {post.html === '' && words !== '' && (
        <div className="prose">
          <p>{words}</p>
        </div>
      )}
      {signUp !== null && (
        <div className={styles.newsletter}>
          <NewsletterForm title={signUp.title} description={signUp.description} />
        </div>
      )}
      {after !== '' && <Passage html={after} />}
    </>
  )
}

function Passage({ html }: { html: string }) {
  const { t } = useTranslation('blog')
  const element = useRef<HTMLDivElement>(null)
  const show = t('embedShow')
  const { onClick, ...links } = useContentLinks()

  /** Opens a picture large in place. If `lightbox.ts` fails to load, the browser opens the picture's file. */
  function enlarge(event: MouseEvent): void {
    // A sign-up card cuts the text in two; the lightbox shows the pictures of both parts.
    const root = element.current?.parentElement
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a.kg-enlarge') : null
    if (!root || link === null || !isUnmodifiedClick(event)) return onClick(event)
    event.preventDefault()
    const texts = {
      name: t('lightbox.name'),
      close: t('lightbox.close'),
      previous: t('lightbox.previous'),
      next: t('lightbox.next'),
    }
    void import('./lightbox.ts')
      .then(({ openLarge }) => openLarge(root, link, texts))
      .catch(() => false)
      .then((isOpen) => {
        if (!isOpen) location.assign(link.href)
      })
  }

  useEffect(() => (element.current === null ? undefined : addEmbedButtons(element.current, show)), [html, show])
  return (
    <div ref={element} className="prose" {...links} onClick={enlarge} dangerouslySetInnerHTML={useSanitised(html)} />
  )
}
