import { useTranslation } from 'react-i18next'
import type { ListPage } from '../../shared/post-list.ts'
import { listPath } from '../../shared/site-map.ts'
import { SiteLink } from './site-link.tsx'
import styles from './page-links.module.css'

/** Links to the previous and the next page of the list (docs/decisions/029-pages-of-the-list.md). */
export function PageLinks({ number, pages }: Pick<ListPage, 'number' | 'pages'>) {
  const { t } = useTranslation('blog')
  if (pages === 1) return null
  return (
    <nav className={styles.links} aria-label={t('pagination.label')}>
      {number > 1 && (
        <SiteLink to={listPath(number - 1)} rel="prev">
          {t('pagination.newer')}
        </SiteLink>
      )}
      <span className={styles.position}>{t('pagination.position', { number, pages })}</span>
      {number < pages && (
        <SiteLink to={listPath(number + 1)} rel="next">
          {t('pagination.older')}
        </SiteLink>
      )}
    </nav>
  )
}
