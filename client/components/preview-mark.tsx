import { useTranslation } from 'react-i18next'
import { formatDate } from '../../shared/dates.ts'
import { languageOfPost, type Post, type PostState } from '../../shared/post.ts'
import { useLanguage } from '../context/site.tsx'
import styles from './preview-mark.module.css'

/** Shows that this is a preview, the post's state, and why no list would show it. */
export function PreviewMark({ post, state }: { post: Post; state: PostState }) {
  const { t } = useTranslation('blog')
  const language = useLanguage()
  return (
    <aside className={styles.mark} aria-label={t('preview.label')}>
      <p>
        <strong>{t('preview.label')}</strong> {t(`preview.${state}`, { date: formatDate(post.published_at, language) })}
      </p>
      {languageOfPost(post) === null && <p>{t('preview.untagged')}</p>}
    </aside>
  )
}
