import { useTranslation } from 'react-i18next'
import { useLoaderData } from 'react-router-dom'
import en from '../../locales/en/blog.json'
import fr from '../../locales/fr/blog.json'
import {
  descriptionOf,
  type FindOutcome,
  type Neighbours,
  type Post,
  type PostState,
  reservedFor,
  topicalTags,
} from '../../shared/post.ts'
import { pictureSizes, previewPicture } from '../../shared/picture.ts'
import { articlePath, pathOf, tagPath } from '../../shared/site-map.ts'
import { ArticleBody } from '../blog/article-body.tsx'
import { Byline, Label } from '../blog/byline.tsx'
import { Contents } from '../blog/contents.tsx'
import { Deferred } from '../blog/deferred.tsx'
import { FeaturePicture } from '../blog/feature-picture.tsx'
import { OtherPosts } from '../blog/other-posts.tsx'
import { PreviewMark } from '../blog/preview-mark.tsx'
import { ReservedNotice } from '../blog/reserved.tsx'
import { splitAtSignUp } from '../blog/article-html.ts'
import { ArticleSkeleton } from '../blog/skeleton.tsx'
import { NewsletterForm } from '../forms/newsletter-form.tsx'
import { Head, shareImage } from '../head/head.tsx'
import type { PageTexts } from '../context/i18n.ts'
import { SiteLink } from '../parts/site-link.tsx'
import type { ArticleData, PreviewData } from '../context/loader-data.ts'
import { useLanguage, useSite } from '../context/site.tsx'
import { blog, posting } from '../head/structured-data.ts'
import { useSanitised } from '../context/trusted-types.ts'
import styles from './article.module.css'

export { default as styleSheet } from '../blog/article.css?url'

export const texts: PageTexts = { namespace: 'blog', fr, en }

export function Page() {
  const { slug, outcome } = useLoaderData<ArticleData>()
  return (
    <Deferred outcome={outcome} id={slug} loading={<Loading />}>
      {(content) => <Outcome outcome={content} />}
    </Deferred>
  )
}

/** The article as it will look, with a mark; it gives crawlers no address. */
export function Preview() {
  const { preview } = useLoaderData<PreviewData>()
  return preview.kind === 'found' ? (
    <Article post={preview.post} neighbours={preview.neighbours} state={preview.state} />
  ) : (
    <NotFound indexable={false} />
  )
}

function Outcome({ outcome }: { outcome: FindOutcome }) {
  if (outcome.kind !== 'found') return <NotFound indexable={outcome.kind === 'unavailable'} />
  // One newsletter block a page: the author's own place for it, else the end.
  const mayHelp = reservedFor(outcome.post) === 'members' && splitAtSignUp(outcome.post.html).signUp === null
  return (
    <>
      <Article post={outcome.post} neighbours={outcome.neighbours} />
      {mayHelp && <NewsletterForm />}
    </>
  )
}

type ArticleProps = {
  post: Post
  neighbours: Neighbours
  /** For a preview only. */
  state?: PostState
}

function Article({ post, neighbours, state }: ArticleProps) {
  const { t } = useTranslation('blog')
  const { url } = useSite()
  const language = useLanguage()
  const caption = useSanitised(post.feature_image_caption ?? '')
  const path = articlePath(post.slug)
  const tags = topicalTags(post)
  const title = post.meta_title ?? post.title
  const description = descriptionOf(post)
  const feature = previewPicture(post.feature_image)
  const picture = feature ?? previewPicture(post.og_image) ?? shareImage('article', language)
  const structured = () => [blog(url, language, t('title')), posting(post, url, language, [new URL(picture, url).href])]
  return (
    <article className={styles.article}>
      <Head
        title={title}
        description={description}
        path={state === undefined ? path : null}
        name={post.title}
        canonical={post.canonical_url}
        alternates={[language]}
        kind="article"
        image={feature}
        imageAlt={feature === null ? t('meta.title') : post.feature_image_alt}
        openGraph={{ title: post.og_title, description: post.og_description, image: previewPicture(post.og_image) }}
        twitter={{
          title: post.twitter_title,
          description: post.twitter_description,
          image: previewPicture(post.twitter_image),
        }}
        structured={import.meta.env.SSR && state === undefined ? structured : undefined}
      />
      <meta property="article:published_time" content={post.published_at} />
      <meta property="article:modified_time" content={post.updated_at ?? post.published_at} />
      {state !== undefined && <PreviewMark post={post} state={state} />}
      <header className={styles.header}>
        <BackToList />
        <Label post={post} />
        <h1>{post.title}</h1>
        <Byline post={post} />
      </header>
      {post.feature_image !== null && (
        <figure className={styles.figure}>
          <FeaturePicture
            className={styles.picture}
            address={post.feature_image}
            alt={post.feature_image_alt}
            sizes={pictureSizes.wide}
            first
          />
          {post.feature_image_caption !== null && <figcaption dangerouslySetInnerHTML={caption} />}
        </figure>
      )}
      <Contents html={post.html} />
      <ArticleBody post={post} />
      <ReservedNotice post={post} />
      {tags.length > 0 && (
        <footer className={styles.footer}>
          <h2>{t('tags')}</h2>
          <ul className={styles.tags}>
            {tags.map(({ id, slug, name }) => (
              <li key={id}>
                <SiteLink to={tagPath(slug)}>{name}</SiteLink>
              </li>
            ))}
          </ul>
        </footer>
      )}
      <OtherPosts neighbours={neighbours} />
    </article>
  )
}

/** `indexable`: the article may exist, which cannot be known now; crawlers must not drop it. */
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
