import { useTranslation } from 'react-i18next'
import { useLoaderData } from 'react-router-dom'
import en from '../../locales/en/blog.json'
import fr from '../../locales/fr/blog.json'
import { languages } from '../../shared/language.ts'
import { joined, type PageOutcome } from '../../shared/post-list.ts'
import { listPath } from '../../shared/site-map.ts'
import { Deferred } from '../blog/deferred.tsx'
import { PageLinks } from '../blog/page-links.tsx'
import { LateList, LoadingList, PostList } from '../blog/post-list.tsx'
import { NewsletterForm } from '../forms/newsletter-form.tsx'
import { Head } from '../head/head.tsx'
import type { PageTexts } from '../context/i18n.ts'
import { ErrorScreen } from '../layout/error-screen.tsx'
import { PageHeader } from '../parts/page-header.tsx'
import type { BlogData } from '../context/loader-data.ts'
import { useLanguage, useSite } from '../context/site.tsx'
import { blog } from '../head/structured-data.ts'
import styles from './blog.module.css'

declare module 'i18next' {
  interface PageResources {
    blog: typeof fr
  }
}

export const texts: PageTexts = { namespace: 'blog', fr, en }

export function Page() {
  const { t } = useTranslation('blog')
  const { number, above, outcome, email } = useLoaderData<BlogData>()
  const { url } = useSite()
  const language = useLanguage()
  const arrived = outcome instanceof Promise ? null : outcome
  if (arrived?.kind === 'missing' && above.length === 0) return <ErrorScreen reason="notFound" />

  const own = { title: t('meta.title'), description: t('meta.description') }
  const isFirst = number === 1
  const start = number - above.length
  return (
    <>
      <Head
        title={isFirst ? own.title : t('pagination.title', { ...own, number })}
        description={isFirst ? own.description : t('pagination.description', { ...own, number })}
        path={listPath(number)}
        alternates={isFirst ? languages : [language]}
        imageAlt={own.title}
        structured={
          import.meta.env.SSR
            ? () => [blog(url, language, t('title'), arrived?.kind === 'page' ? arrived.posts : [])]
            : undefined
        }
      />
      <PageHeader title={t('title')} lead={t('lead')} coast={styles.coast} />
      <div className={styles.body}>
        <Deferred outcome={outcome} id={`${language} ${start}`} loading={<LoadingList />}>
          {(outcome) => <List outcome={joined([...above, outcome])} start={start} asked={number} />}
        </Deferred>
      </div>
      <NewsletterForm refused={email} />
    </>
  )
}

function List({ outcome, start, asked }: { outcome: PageOutcome; start: number; asked: number }) {
  const language = useLanguage()
  if (outcome.kind === 'pending') return <LateList />
  if (outcome.kind !== 'page') return <PostList posts={[]} />
  return (
    <>
      <PostList posts={outcome.posts} />
      <PageLinks key={`${language} ${start}`} shown={outcome} start={start} asked={asked} />
    </>
  )
}
