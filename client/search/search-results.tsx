import { useTranslation } from 'react-i18next'
import { formatDate } from '../../shared/dates.ts'
import { labelOf } from '../../shared/post.ts'
import type { ExtractPart, FoundPost, SearchOutcome } from '../../shared/search.ts'
import { maxQuery } from '../../shared/search.ts'
import { articlePath, pathOf, tagPath } from '../../shared/site-map.ts'
import { useLanguage } from '../context/site.tsx'
import { Head } from '../head/head.tsx'
import { SiteLink } from '../components/site-link.tsx'
import styles from './search-results.module.css'

export { searchData } from './search-data.ts'

type SearchResultsProps = { words: string; outcome: SearchOutcome }

/** The posts that were found, or why nothing was found. The announcer reads the first line. */
export function SearchResults({ words, outcome }: SearchResultsProps) {
  const { t } = useTranslation('search')
  return (
    <section className={styles.results}>
      <Head title={t('title', { words: words || '…' })} description={t('description')} path={null} />
      <Outcome words={words} outcome={outcome} />
      <p className={styles.all}>
        <SiteLink to={pathOf('blog')}>{t('all')}</SiteLink>
      </p>
    </section>
  )
}

function Outcome({ words, outcome }: SearchResultsProps) {
  const { t } = useTranslation('search')
  if (outcome.kind === 'tooLong') return <Summary text={t('tooLong', { most: maxQuery })} />
  if (outcome.kind === 'unavailable') return <Summary text={t('unavailable')} />
  const { posts, total, topics } = outcome
  if (posts.length === 0) {
    return (
      <>
        <Summary text={t('nothing', { words })} />
        <p>{topics.length > 0 ? t('advice') : t('shorter')}</p>
        <ul className={styles.topics}>
          {topics.map(({ slug, name }) => (
            <li key={slug}>
              <SiteLink to={tagPath(slug)}>{name}</SiteLink>
            </li>
          ))}
        </ul>
      </>
    )
  }
  return (
    <>
      <Summary text={t('found', { count: total, words })} />
      {total > posts.length && <p>{t('best', { shown: posts.length })}</p>}
      <ol className={styles.posts}>
        {posts.map((post) => (
          <Result key={post.id} post={post} />
        ))}
      </ol>
    </>
  )
}

function Summary({ text }: { text: string }) {
  return (
    <h2 className={styles.summary} data-announce="">
      {text}
    </h2>
  )
}

function Result({ post }: { post: FoundPost }) {
  const label = labelOf(post)
  return (
    <li>
      <article className={styles.result}>
        <h3>
          <SiteLink to={articlePath(post.slug)}>{post.title}</SiteLink>
        </h3>
        <p>
          <Extract parts={post.extract} />
        </p>
        <p className={styles.facts}>
          <time dateTime={post.published_at}>{formatDate(post.published_at, useLanguage())}</time>
          {label && <span>{label.name}</span>}
        </p>
      </article>
    </li>
  )
}

/** Renders text, never HTML: it contains what visitors and authors have written. */
function Extract({ parts }: { parts: readonly ExtractPart[] }) {
  return parts.map(({ text, marked }, index) => (marked ? <mark key={index}>{text}</mark> : text))
}
