import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router-dom'
import type fr from '../../locales/fr/blog.json'
import { languages } from '../../shared/language.ts'
import { pageNumberIn, type PageOutcome } from '../../shared/post-list.ts'
import { listPath } from '../../shared/site-map.ts'
import { Deferred } from '../components/deferred.tsx'
import { PageLinks } from '../components/page-links.tsx'
import { LateList, LoadingList, PostList } from '../components/post-list.tsx'
import { loadSearch, SearchField } from '../search/search.tsx'
import { NewsletterForm } from '../newsletter-form/newsletter-form.tsx'
import { blog, Head } from '../head/head.tsx'
import { ErrorScreen } from '../error-screen/error-screen.tsx'
import { PageHeader } from '../components/page-header.tsx'
import type { BlogData, PageSource, SearchData } from '../context/loader-data.ts'
import { useLanguage, useSite } from '../context/site.tsx'
// The module loads later, but the served page needs its style.
import '../search/search-results.module.css'
import styles from '../components/list-page.module.css'

declare module 'i18next' {
  interface PageResources {
    blog: typeof fr
  }
}

/** It has no Suspense boundary, so the page stays until the results are ready. */
const SearchResults = lazy(() => loadSearch().then((module) => ({ default: module.SearchResults })))

export async function load({ request }: LoaderFunctionArgs, source: PageSource): Promise<BlogData> {
  const { language, posts, pageSize, form, deferred } = source
  const { searchParams } = new URL(request.url)
  const email = form?.draft?.email ?? null
  const search = await searchFor(searchParams.get('q'), source)
  if (search) return { number: 1, outcome: { kind: 'pending' }, email, search }
  const number = pageSize === 0 ? 1 : pageNumberIn(searchParams)
  const list = posts.page(language, number)
  // Only the list tells whether a later page exists.
  const { outcome } = number === 1 ? await deferred(list) : { outcome: await list }
  return { number, outcome, email, search: null }
}

/** The results come with code and texts of their own, which only a search needs. */
async function searchFor(q: string | null, source: PageSource): Promise<SearchData | null> {
  if (!q) return null
  const { language, posts, loadTexts, onLoadError } = source
  const loaded = Promise.all([loadSearch(), loadTexts(language, 'search')])
  const [{ searchData }] = await loaded.catch(onLoadError)
  return searchData(q, language, posts)
}

export function Page() {
  const { t } = useTranslation('blog')
  const { number, outcome, email, search } = useLoaderData<BlogData>()
  const { url } = useSite()
  const language = useLanguage()
  const arrived = outcome instanceof Promise ? null : outcome
  if (arrived?.kind === 'missing') return <ErrorScreen reason="notFound" />

  const own = { title: t('meta.title'), description: t('meta.description') }
  const isFirst = number === 1
  return (
    <>
      {search === null && (
        <Head
          title={isFirst ? own.title : t('pagination.title', { ...own, number })}
          description={isFirst ? own.description : t('pagination.description', { ...own, number })}
          path={listPath(number)}
          alternates={isFirst ? languages : [language]}
          imageAlt={own.title}
          // Crawlers may not request the API, so they would index the loading text.
          indexable={arrived === null || arrived.kind === 'page'}
          structured={
            import.meta.env.SSR
              ? () => [blog(url, language, t('title'), arrived?.kind === 'page' ? arrived.posts : [])]
              : undefined
          }
        />
      )}
      <PageHeader title={t('title')} lead={t('lead')} coast={styles.coast} />
      <div className={`grid ${styles.body}`}>
        <SearchField words={search?.words ?? ''} />
        {search === null ? (
          <Deferred outcome={outcome} id={`${language} ${number}`} loading={<LoadingList />}>
            {(outcome) => <List outcome={outcome} />}
          </Deferred>
        ) : (
          <SearchResults {...search} />
        )}
      </div>
      <NewsletterForm refused={email} />
    </>
  )
}

function List({ outcome }: { outcome: PageOutcome }) {
  if (outcome.kind === 'pending') return <LateList />
  if (outcome.kind !== 'page') return <PostList posts={[]} />
  return (
    <>
      <PostList posts={outcome.posts} />
      <PageLinks number={outcome.number} pages={outcome.pages} />
    </>
  )
}
