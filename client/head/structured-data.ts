import type { TFunction } from 'i18next'
import { company, registration } from '../../shared/company.ts'
import { type Author, descriptionOf, type Post, type PostSummary, shortened, topicalTags } from '../../shared/post.ts'
import { type Language, languages, localise } from '../../shared/language.ts'
import { articlePath, authorPath, isPlainPage, type PageId, pathOf, type PlainPageId } from '../../shared/site-map.ts'

/** A schema.org object. Other objects of the same graph refer to it by its `@id`. */
export type JsonLdNode = { '@type': string; '@id'?: string } & Record<string, unknown>

/** A reference to another object of the same graph. */
type Reference = { '@id': string }

/** @param url the public origin, here and below */
export const organisationId = (url: string) => `${url}/#organization`
const webSiteId = (url: string) => `${url}/#website`
const blogId = (url: string, language: Language) => `${url}${localise(pathOf('blog'), language)}#blog`
const inLanguage = (language: Language) => `${language}-CA`

export function organisation(url: string, description: string): JsonLdNode {
  return {
    '@type': 'Organization',
    '@id': organisationId(url),
    name: company.name,
    url: `${url}/`,
    logo: `${url}/icon-512.png`,
    description,
    foundingDate: String(registration.founded),
    address: {
      '@type': 'PostalAddress',
      addressLocality: company.locality,
      addressRegion: registration.provinceCode,
      addressCountry: registration.countryCode,
    },
    knowsLanguage: languages,
    sameAs: [company.network.url],
  }
}

export function webSite(url: string): JsonLdNode {
  return {
    '@type': 'WebSite',
    '@id': webSiteId(url),
    url: `${url}/`,
    name: company.name,
    inLanguage: languages.map(inLanguage),
    publisher: { '@id': organisationId(url) },
  }
}

/** A step of a breadcrumb; `path` is without language prefix. */
type Crumb = { name: string; path: string }

/**
 * The breadcrumb from the home page to a page. The blog's pages are below its list.
 *
 * @param name of a page that the navigation does not have
 */
export function trailTo(page: PageId, path: string, name: string, t: TFunction): Crumb[] {
  const crumb = (step: PlainPageId) => ({ name: t(`nav.${step}`), path: pathOf(step) })
  if (page === 'home') return [crumb('home')]
  return isPlainPage(page) ? [crumb('home'), crumb(page)] : [crumb('home'), crumb('blog'), { name, path }]
}

type WebPage = { url: string; address: string; title: string; description: string; language: Language; trail: Crumb[] }

/** A page with its breadcrumb; the home page has no breadcrumb. */
export function webPage({ url, address, title, description, language, trail }: WebPage): JsonLdNode[] {
  const trailId = `${address}#breadcrumb`
  const page = {
    '@type': 'WebPage',
    '@id': address,
    url: address,
    name: title,
    description,
    inLanguage: inLanguage(language),
    isPartOf: { '@id': webSiteId(url) },
  }
  if (trail.length < 2) return [page]
  const itemListElement = trail.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: url + localise(path, language),
  }))
  return [
    { ...page, breadcrumb: { '@id': trailId } },
    { '@type': 'BreadcrumbList', '@id': trailId, itemListElement },
  ]
}

/** The blog in a language, with the page's posts. */
export function blog(url: string, language: Language, name: string, posts: readonly PostSummary[] = []): JsonLdNode {
  return {
    '@type': 'Blog',
    '@id': blogId(url, language),
    name,
    url: url + localise(pathOf('blog'), language),
    inLanguage: inLanguage(language),
    publisher: { '@id': organisationId(url) },
    ...(posts.length === 0 ? {} : { blogPost: posts.map((post) => listedPosting(post, url, language)) }),
  }
}

/** Search engines cut headlines at this length, even within a word. */
const maxHeadline = 110

function listedPosting(post: PostSummary, url: string, language: Language): JsonLdNode {
  const address = url + localise(articlePath(post.slug), language)
  return {
    '@type': 'BlogPosting',
    '@id': `${address}#article`,
    headline: shortened(post.title, maxHeadline),
    url: address,
    datePublished: post.published_at,
    dateModified: post.updated_at ?? post.published_at,
    author: authorsOf(post, url, language),
  }
}

/** The class of the notice that replaces a reserved post's text. Google's documentation requires one. */
export const reservedClass = 'members-only'

/**
 * An article.
 *
 * @param images absolute addresses
 * @see https://developers.google.com/search/docs/appearance/structured-data/article
 * @see https://developers.google.com/search/docs/appearance/structured-data/paywalled-content
 */
export function posting(post: Post, url: string, language: Language, images: string[]): JsonLdNode {
  const tags = topicalTags(post)
  return {
    ...listedPosting(post, url, language),
    description: descriptionOf(post),
    inLanguage: inLanguage(language),
    image: images,
    publisher: { '@id': organisationId(url) },
    mainEntityOfPage: { '@id': url + localise(articlePath(post.slug), language) },
    isPartOf: { '@id': blogId(url, language) },
    isAccessibleForFree: post.access,
    ...(!post.access && {
      hasPart: { '@type': 'WebPageElement', isAccessibleForFree: false, cssSelector: `.${reservedClass}` },
    }),
    ...(tags.length === 0 ? {} : { keywords: tags.map(({ name }) => name) }),
  }
}

/** The authors; without authors, the company. */
function authorsOf({ authors }: PostSummary, url: string, language: Language): (JsonLdNode | Reference)[] | Reference {
  if (authors.length === 0) return { '@id': organisationId(url) }
  return authors.map(({ name, slug }) =>
    name === company.name
      ? { '@id': organisationId(url) }
      : { '@type': 'Person', name, ...(slug === null ? {} : { url: url + localise(authorPath(slug), language) }) },
  )
}

/**
 * An author's page.
 *
 * @param path without language prefix
 * @see https://developers.google.com/search/docs/appearance/structured-data/profile-page
 */
export function profile(author: Author, path: string, url: string, language: Language): JsonLdNode[] {
  const { name, bio, profile_image, website, location } = author
  // The company is not a person, and every page describes it.
  if (name === company.name) return []
  const address = url + localise(path, language)
  const personId = `${address}#person`
  return [
    {
      '@type': 'ProfilePage',
      '@id': `${address}#profile`,
      url: address,
      inLanguage: inLanguage(language),
      mainEntity: { '@id': personId },
    },
    {
      '@type': 'Person',
      '@id': personId,
      name,
      url: address,
      ...(bio === null ? {} : { description: bio }),
      ...(profile_image === null ? {} : { image: new URL(profile_image, url).href }),
      ...(website === null ? {} : { sameAs: [website] }),
      ...(location === null ? {} : { homeLocation: { '@type': 'Place', name: location } }),
    },
  ]
}
