import { useTranslation } from 'react-i18next'
import { useLoaderData } from 'react-router-dom'
import en from '../../locales/en/blog.json'
import fr from '../../locales/fr/blog.json'
import { localise } from '../../shared/language.ts'
import { type FindOutcome, type Neighbours, type Post, topicalTags } from '../../shared/post.ts'
import { articlePath, pathOf } from '../../shared/site-map.ts'
import { ArticleBody } from '../blog/article-body.tsx'
import { Arriving } from '../blog/arriving.tsx'
import { Byline, Label } from '../blog/byline.tsx'
import { Contents } from '../blog/contents.tsx'
import { OtherPosts } from '../blog/other-posts.tsx'
import { ArticleSkeleton } from '../blog/skeleton.tsx'
import { Head } from '../head.tsx'
import type { PageTexts } from '../i18n.ts'
import { SiteLink } from '../layout/site-link.tsx'
import type { ArticleData } from '../routes.tsx'
import { useLanguage, useSite } from '../site.tsx'
import styles from './article.module.css'

export const texts: PageTexts = { namespace: 'blog', fr, en }

export function Page() {
  const { slug, outcome } = useLoaderData<ArticleData>()
  return (
    <Arriving outcome={outcome} id={slug} waiting={<Loading />}>
      {(arrived) => <Outcome outcome={arrived} />}
    </Arriving>
  )
}

function Outcome({ outcome }: { outcome: FindOutcome }) {
  return outcome.kind === 'found' ? (
    <Article post={outcome.post} neighbours={outcome.neighbours} />
  ) : (
    <NotFound indexable={outcome.kind === 'unavailable'} />
  )
}

function Article({ post, neighbours }: { post: Post; neighbours: Neighbours }) {
  const { t } = useTranslation('blog')
  const { url } = useSite()
  const language = useLanguage()
  const path = articlePath(post.slug)
  const tags = topicalTags(post)
  const structured = [
    {
      '@type': 'BlogPosting',
      headline: post.title,
      description: post.excerpt,
      datePublished: post.published_at,
      dateModified: post.updated_at ?? post.published_at,
      inLanguage: `${language}-CA`,
      author: post.authors.map(({ name }) => ({ '@type': 'Person', name })),
      publisher: { '@id': `${url}/#organization` },
      mainEntityOfPage: url + localise(path, language),
      ...(post.feature_image === null ? {} : { image: url + post.feature_image }),
      ...(tags.length === 0 ? {} : { keywords: tags.map(({ name }) => name) }),
    },
  ]
  return (
    <article className={styles.article}>
      <Head
        title={post.title}
        description={post.excerpt || post.title}
        path={path}
        alternates={[language]}
        kind="article"
        image={post.feature_image}
        structured={structured}
      />
      <header className={styles.header}>
        <BackToList />
        <Label post={post} />
        <h1>{post.title}</h1>
        <Byline post={post} />
      </header>
      {post.feature_image !== null && (
        <img
          className={styles.picture}
          src={post.feature_image}
          alt={post.feature_image_alt ?? ''}
          width="1600"
          height="900"
          fetchPriority="high"
        />
      )}
      <Contents html={post.html} />
      <ArticleBody post={post} />
      {tags.length > 0 && (
        <footer className={styles.footer}>
          <h2>{t('tags')}</h2>
          <ul className={styles.tags}>
            {tags.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </ul>
        </footer>
      )}
      <OtherPosts neighbours={neighbours} />
    </article>
  )
}

/** `indexable`: the article may exist, it is only that nobody can tell now; crawlers must not drop it. */
function NotFound({ indexable }: { indexable: boolean }) {
  const { t } = useTranslation('blog')
  return (
    <section className={styles.message}>
      <Head title={t('notFound.title')} description={t('notFound.description')} path={null} indexable={indexable} />
      <h1>{t('notFound.title')}</h1>
      <p>{t('notFound.description')}</p>
      <p>
        <SiteLink to={pathOf('blog')} className="button">
          {t('notFound.back')}
        </SiteLink>
      </p>
    </section>
  )
}

function Loading() {
  const { t } = useTranslation('blog')
  return (
    <section className={styles.message}>
      <Head title={t('loadingPost')} description={t('meta.description')} path={null} indexable />
      <h1 className={styles.loading}>{t('loadingPost')}</h1>
      <ArticleSkeleton />
    </section>
  )
}

function BackToList() {
  const { t } = useTranslation('blog')
  return (
    <SiteLink to={pathOf('blog')} className={styles.back}>
      {t('back')}
    </SiteLink>
  )
}
