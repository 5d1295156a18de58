import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { type PostSummary, reservedFor } from '../../shared/post.ts'
import { Icon } from './icon.tsx'
import { reservedClass } from '../head/head.tsx'
import styles from './reserved.module.css'

/** A word on a card or in a byline; null if the post is public. */
export function ReservedMark({ post }: { post: PostSummary }) {
  const { t } = useTranslation('blog')
  const readers = reservedFor(post)
  return readers && <span>{t(`reserved.${readers}.mark`)}</span>
}

/** Replaces the part of a text that only members may read. It does not promise access, which only the blog's owner can give. */
export function ReservedNotice({ post }: { post: PostSummary }) {
  const { t } = useTranslation('blog')
  const id = useId()
  const readers = reservedFor(post)
  if (readers === null) return null
  const canSubscribe = readers === 'members'
  return (
    <aside className={`${reservedClass} ${styles.notice}`} aria-labelledby={id}>
      <h2 id={id}>{t(`reserved.${readers}.title`)}</h2>
      <p>{t(`reserved.${readers}.body`)}</p>
      {canSubscribe && (
        <a href="#newsletter" className="more">
          <span>{t('reserved.subscribe')}</span>
          <Icon name="arrow" />
        </a>
      )}
    </aside>
  )
}
