import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLoaderData, useRevalidator } from 'react-router-dom'
import en from '../../locales/en/blog.json'
import fr from '../../locales/fr/blog.json'
import { localise } from '../../shared/language.ts'
import type { ListOutcome } from '../../shared/post.ts'
import { pathOf } from '../../shared/site-map.ts'
import { Arriving } from '../blog/arriving.tsx'
import { ListSkeleton } from '../blog/skeleton.tsx'
import { PostCard } from '../blog/post-card.tsx'
import { NewsletterForm } from '../forms/newsletter-form.tsx'
import { Head } from '../head.tsx'
import type { PageTexts } from '../i18n.ts'
import { PageHeader } from '../parts/page-header.tsx'
import type { BlogData } from '../routes.tsx'
import { useLanguage, useSite } from '../site.tsx'
import styles from './blog.module.css'

export const texts: PageTexts = { namespace: 'blog', fr, en }

export function Page() {
  const { t } = useTranslation('blog')
  const { outcome } = useLoaderData<BlogData>()
  const { url } = useSite()
  const language = useLanguage()
  const structured = [
    {
      '@type': 'Blog',
      name: t('title'),
      url: url + localise(pathOf('blog'), language),
      inLanguage: `${language}-CA`,
      publisher: { '@id': `${url}/#organization` },
    },
  ]
  return (
    <>
      <Head title={t('meta.title')} description={t('meta.description')} path={pathOf('blog')} structured={structured} />
      <PageHeader title={t('title')} lead={t('lead')} />
      <div className={styles.body}>
        <Arriving outcome={outcome} id={language} waiting={<Loading />}>
          {(arrived) => <PostList outcome={arrived} />}
        </Arriving>
      </div>
      <NewsletterForm />
    </>
  )
}

function PostList({ outcome }: { outcome: ListOutcome }) {
  const { t } = useTranslation('blog')
  if (outcome.kind === 'pending') return <Late />
  if (outcome.kind === 'unavailable' || outcome.posts.length === 0)
    return <p className={styles.message}>{t('empty')}</p>
  return (
    <ul className={styles.posts}>
      {outcome.posts.map((post, index) => (
        <PostCard key={post.id} post={post} first={index === 0} />
      ))}
    </ul>
  )
}

/** The server did not wait for the posts: the browser asks for them. */
function Late() {
  const { revalidate } = useRevalidator()
  useEffect(() => void revalidate(), [revalidate])
  return (
    <div data-late="">
      <Loading />
    </div>
  )
}

function Loading() {
  const { t } = useTranslation('blog')
  return (
    <>
      <p className={styles.message} role="status">
        {t('loading')}
      </p>
      <ListSkeleton />
    </>
  )
}
