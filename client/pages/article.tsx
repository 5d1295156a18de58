import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router-dom'
import {
  descriptionOf,
  type FindOutcome,
  indexedPair,
  type Neighbours,
  type Post,
  type PostState,
  reservedFor,
  topicalTags,
} from '../../shared/post.ts'
import { languages } from '../../shared/language.ts'
import { previewPicture } from '../../shared/picture.ts'
import { postPictureSizes } from '../../shared/srcset.ts'
import { articlePath, pathOf, postShareImagePath, tagPath } from '../../shared/site-map.ts'
import { ArticleBody, headingsOf, splitAtSignUp } from '../article/article.tsx'
import { Byline, Label } from '../components/byline.tsx'
import byline from '../components/byline.module.css'
import { Deferred } from '../components/deferred.tsx'
import { AdjacentPosts, RelatedPosts } from '../components/neighbours.tsx'
import { OtherLanguageLink } from '../components/other-language-link.tsx'
import { PostPicture } from '../components/post-picture.tsx'
import { PreviewMark } from '../components/preview-mark.tsx'
import { ReservedNotice } from '../components/reserved.tsx'
import { SearchField } from '../search/search.tsx'
import { NewsletterForm } from '../newsletter-form/newsletter-form.tsx'
import { blog, Head, posting, shareImage } from '../head/head.tsx'
import { SectionIndex } from '../components/section-index.tsx'
import index from '../components/section-column.module.css'
import { SiteLink } from '../components/site-link.tsx'
import type { ArticleData, PageSource, PreviewData } from '../context/loader-data.ts'
import { useLanguage, useSite } from '../context/site.tsx'
import { NearPageLink } from '../components/near-page-link.tsx'
import { useSanitised } from '../context/trusted-types.ts'
import styles from './article.module.css'

export { styleSheets } from '../article/article.tsx'

export async function load(
  { params: { slug = '' } }: LoaderFunctionArgs,
  { language, posts, deferred }: PageSource,
): Promise<ArticleData> {
  return { slug, ...(await deferred(posts.find(language, slug))) }
}

export function Page() {
  const { slug, outcome } = useLoaderData<ArticleData>()
  return (
    <Deferred outcome={outcome} id={slug} loading={<Loading />}>
      {(content) => <Outcome outcome={content} />}
    </Deferred>
  )
}

/** The article as it will look, with a mark. It has no address for crawlers. */
export function Preview() {
  const { preview } = useLoaderData<PreviewData>()
  return preview.kind === 'found' ? (
    <Article post={preview.post} neighbours={preview.neighbours} state={preview.state} />
  ) : (
    <NotFound indexable={false} />
  )
}

function Outcome({ outcome }: { outcome: FindOutcome }) {
  if (outcome.kind === 'unavailable') return <NotFound indexable />
  if (outcome.kind === 'missing') return <NotFound indexable={false} />
  // The newsletter block is shown once: at the author's place for it, otherwise at the end.
  const canSubscribe = reservedFor(outcome.post) === 'members' && splitAtSignUp(outcome.post.html).signUp === null
  return (
    <>
      <Article post={outcome.post} neighbours={outcome.neighbours} />
      {canSubscribe && <NewsletterForm />}
    </>
  )
}

/** An article with fewer headings has no index. */
const minHeadings = 4

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
  const pair = indexedPair(post, neighbours)
  const headings = headingsOf(post.html)
  const title = post.meta_title ?? post.title
  const description = descriptionOf(post)
  const feature = previewPicture(post.feature_image)
  // No share image is drawn for an unpublished post.
  const cover = state === undefined ? postShareImagePath(post.slug, language) : shareImage('article', language)
  const picture = feature ?? previewPicture(post.og_image) ?? cover
  const structured = () => [blog(url, language, t('title')), posting(post, url, language, [new URL(picture, url).href])]
  return (
    <article className={`grid ${styles.article}`}>
      <Head
        title={title}
        description={description}
        path={state === undefined ? path : null}
        name={post.title}
        canonical={post.canonical_url}
        indexable={state === undefined && post.noindex === undefined}
        alternates={pair === null ? [language] : languages}
        counterpart={pair === null ? undefined : articlePath(pair.slug)}
        kind="article"
        image={feature ?? cover}
        imageSize={post.preview_size}
        imageAlt={feature === null ? post.title : post.feature_image_alt}
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
      <SiteLink to={pathOf('blog')} className="no-print">
        {t('back')}
      </SiteLink>
      <header className={styles.header}>
        <Label post={post} />
        <h1>{post.title}</h1>
        {post.standfirst && <p>{post.standfirst}</p>}
        <Byline post={post} />
        {neighbours.pair && (
          <p className={styles.pair}>
            <OtherLanguageLink post={neighbours.pair}>{t('pair')}</OtherLanguageLink>
          </p>
        )}
      </header>
      <figure>
        <PostPicture post={post} className={styles.picture} sizes={postPictureSizes.head} isWide first />
        {post.feature_image_caption !== null && <figcaption dangerouslySetInnerHTML={caption} />}
      </figure>
      {headings.length >= minHeadings && <SectionIndex sections={headings} className={index.column} />}
      <div className={styles.text}>
        <ArticleBody post={post} />
        <ReservedNotice post={post} />
        {tags.length > 0 && (
          <footer className={styles.footer}>
            <h2>{t('tags')}</h2>
            <ul className={styles.tags}>
              {tags.map(({ id, slug, name }) => (
                <li key={id} className={byline.label}>
                  <SiteLink to={tagPath(slug)}>{name}</SiteLink>
                </li>
              ))}
            </ul>
          </footer>
        )}
        <RelatedPosts posts={neighbours.related} />
        <AdjacentPosts neighbours={neighbours} />
      </div>
    </article>
  )
}

/** `indexable`: the posts are unavailable, so the article may exist and crawlers must keep it. */
function NotFound({ indexable }: { indexable: boolean }) {
  const { t } = useTranslation('blog')
  return (
    <section className={styles.message}>
      <Head title={t('notFound.title')} description={t('notFound.description')} path={null} indexable={indexable} />
      <h1>{t('notFound.title')}</h1>
      <p>{t('notFound.description')}</p>
      {import.meta.env.SSR && <NearPageLink ofArticle />}
      <SearchField />
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
      <h1>{t('loadingPost')}</h1>
    </section>
  )
}
