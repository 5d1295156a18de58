import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLoaderData } from 'react-router-dom'
import en from '../../locales/en/blog.json'
import fr from '../../locales/fr/blog.json'
import type { Topic, TopicOutcome } from '../../shared/post-list.ts'
import { pathOf, tagPath } from '../../shared/site-map.ts'
import { Deferred } from '../blog/deferred.tsx'
import { LateList, LoadingList, PostList } from '../blog/post-list.tsx'
import { NewsletterForm } from '../forms/newsletter-form.tsx'
import { Head } from '../head/head.tsx'
import type { PageTexts } from '../context/i18n.ts'
import { ErrorScreen } from '../layout/error-screen.tsx'
import { SiteLink } from '../parts/site-link.tsx'
import { PageHeader } from '../parts/page-header.tsx'
import type { TagData } from '../context/loader-data.ts'
import { useLanguage, useSite } from '../context/site.tsx'
import { blog } from '../head/structured-data.ts'
import styles from './blog.module.css'

export const texts: PageTexts = { namespace: 'blog', fr, en }

export function Page() {
  const { slug, outcome } = useLoaderData<TagData>()
  const language = useLanguage()
  const isMissing = !(outcome instanceof Promise) && outcome.kind === 'missing'
  return (
    <>
      <Deferred outcome={outcome} id={`${language} ${slug}`} loading={<Nameless list={<LoadingList />} />}>
        {(content) => <Outcome outcome={content} />}
      </Deferred>
      {!isMissing && <NewsletterForm />}
    </>
  )
}

function Outcome({ outcome }: { outcome: TopicOutcome }) {
  switch (outcome.kind) {
    case 'topic':
      return <Posts topic={outcome} />
    case 'missing':
      return <ErrorScreen reason="notFound" />
    case 'pending':
      return <Nameless list={<LateList />} />
    case 'unavailable':
      return <Nameless list={<PostList posts={[]} />} />
  }
}

function Posts({ topic: { tag, posts } }: { topic: Topic }) {
  const { t } = useTranslation('blog')
  const { alternates } = useLoaderData<TagData>()
  const { url } = useSite()
  const language = useLanguage()
  return (
    <>
      <Head
        title={t('tag.title', { name: tag.name })}
        description={t('tag.description', { name: tag.name })}
        path={tagPath(tag.slug)}
        name={tag.name}
        alternates={alternates}
        imageAlt={t('meta.title')}
        structured={import.meta.env.SSR ? () => [blog(url, language, t('title'), posts)] : undefined}
      />
      <PageHeader title={tag.name} lead={t('tag.lead')} coast={styles.coast} />
      <div className={styles.body}>
        <PostList posts={posts} topic={tag.slug} />
        <p className={styles.all}>
          <SiteLink to={pathOf('blog')}>{t('notFound.back')}</SiteLink>
        </p>
      </div>
    </>
  )
}

/** Without the list the topic's name and whether it exists are unknown: the page is titled as the blog. */
function Nameless({ list }: { list: ReactNode }) {
  const { t } = useTranslation('blog')
  return (
    <>
      <Head title={t('title')} description={t('meta.description')} path={null} indexable />
      <PageHeader title={t('title')} lead={t('lead')} coast={styles.coast} />
      <div className={styles.body}>{list}</div>
    </>
  )
}
