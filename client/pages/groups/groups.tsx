/**
 * The page of a group of posts: those of a topic or an author. This folder loads and shows the group. Its page describes the topic
 * or author.
 */

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router-dom'
import { languages, otherLanguage } from '../../../shared/language.ts'
import type { PostSummary } from '../../../shared/post.ts'
import { type FindIn, groupIn, type GroupOutcome } from '../../../shared/post-groups.ts'
import { pathOf } from '../../../shared/site-map.ts'
import { type GroupData, mapMaybePromise, type PageSource } from '../../context/loader-data.ts'
import { useLanguage, useSite } from '../../context/site.tsx'
import { NewsletterForm } from '../../newsletter-form/newsletter-form.tsx'
import { blog, Head, type JsonLdNode } from '../../head/head.tsx'
import { ErrorScreen } from '../../error-screen/error-screen.tsx'
import styles from '../../components/list-page.module.css'
import { PageHeader } from '../../components/page-header.tsx'
import { SiteLink } from '../../components/site-link.tsx'
import { Deferred } from '../../components/deferred.tsx'
import { LateList, LoadingList, PostList } from '../../components/post-list.tsx'
import { SearchField } from '../../search/search.tsx'

/** The loader of a page with the posts of a topic or an author. */
export function loadGroup<About>(findIn: FindIn<About>) {
  return async (
    { params: { slug = '' } }: LoaderFunctionArgs,
    { language, posts, deferred }: PageSource,
  ): Promise<GroupData<About>> => {
    const translation = otherLanguage(language)
    const alternates = languages.filter((known) => known !== translation || findIn(posts.peekList(translation), slug))
    const outcome = mapMaybePromise(posts.list(language), (list) => groupIn(findIn, list, slug))
    return { slug, alternates, ...(await deferred(outcome)) }
  }
}

type Description = {
  name: string
  title: string
  description: string
  lead: string
  path: string
  /** Content above the posts. */
  details?: ReactNode
  /** The slug of the topic, which no card repeats. */
  topic?: string
  /** schema.org objects besides the list; on the server only. */
  structured?: () => JsonLdNode[]
}

type GroupPageProps<About> = { describe: (about: About) => Description }

/** The posts of a topic or an author. */
export function GroupPage<About>({ describe }: GroupPageProps<About>) {
  const { slug, outcome } = useLoaderData<GroupData<About>>()
  const language = useLanguage()
  const isMissing = !(outcome instanceof Promise) && outcome.kind === 'missing'
  return (
    <>
      <Deferred outcome={outcome} id={`${language} ${slug}`} loading={<Nameless list={<LoadingList />} />}>
        {(content) => <Outcome outcome={content} describe={describe} />}
      </Deferred>
      {!isMissing && <NewsletterForm />}
    </>
  )
}

function Outcome<About>({ outcome, describe }: GroupPageProps<About> & { outcome: GroupOutcome<About> }) {
  switch (outcome.kind) {
    case 'group':
      return <Group posts={outcome.posts} {...describe(outcome.about)} />
    case 'missing':
      return <ErrorScreen reason="notFound" />
    case 'pending':
      return <Nameless list={<LateList />} indexable={false} />
    case 'unavailable':
      return <Nameless list={<PostList posts={[]} />} indexable={false} />
  }
}

function Group({ posts, lead, details, topic, structured, ...head }: Description & { posts: PostSummary[] }) {
  const { t } = useTranslation('blog')
  const { alternates } = useLoaderData<GroupData<unknown>>()
  const { url } = useSite()
  const language = useLanguage()
  const all = () => [blog(url, language, t('title'), posts), ...(structured?.() ?? [])]
  return (
    <>
      <Head
        {...head}
        alternates={alternates}
        imageAlt={t('meta.title')}
        structured={import.meta.env.SSR ? all : undefined}
      />
      <PageHeader title={head.name} lead={lead} coast={styles.coast} />
      <div className={`grid ${styles.body}`}>
        {details}
        <PostList posts={posts} topic={topic} />
        <SearchField />
        <p className={styles.all}>
          <SiteLink to={pathOf('blog')}>{t('notFound.back')}</SiteLink>
        </p>
      </div>
    </>
  )
}

/** Without the list, the topic or author is unknown: the page has the blog's title. */
function Nameless({ list, indexable = true }: { list: ReactNode; indexable?: boolean }) {
  const { t } = useTranslation('blog')
  return (
    <>
      <Head title={t('title')} description={t('meta.description')} path={null} indexable={indexable} />
      <PageHeader title={t('title')} lead={t('lead')} coast={styles.coast} />
      <div className={`grid ${styles.body}`}>{list}</div>
    </>
  )
}
