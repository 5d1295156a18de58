import { defaultLanguage, localise, localiseFrom, prefixOf, withoutPrefix } from '../../../shared/language.ts'
import { previewPicture } from '../../../shared/picture.ts'
import type { PictureSize, Post } from '../../../shared/post.ts'
import { addressOf } from '../../../shared/site-map.ts'
import { pictureSizes } from '../html/html.ts'
import { srcsetOf } from '../../../shared/srcset.ts'
import { createLinkIndex, type KnownLists, type LinkIndex } from './link-index.ts'

/** Resolves the links and pictures of a post. Returns the same object if that changes nothing. */
export type ResolveLinks = (post: Post) => Post

export type LinkResolver = ReturnType<typeof createLinkResolver>

/**
 * Resolves what is unknown when a post's HTML is made. A link leads to the language that has the article, or to the list if neither
 * has it. A picture without a width gets its size.
 *
 * @param sizeOf by the path of a picture on this site; null for a size that is not known yet
 */
export function createLinkResolver(siteUrl: string, sizeOf: (path: string) => PictureSize | null) {
  const origin = siteUrl.replace(/[.[\]]/g, '\\$&')
  /** Links to the list and below, and pictures, in sanitised HTML, which escapes `<`, `>` and `"` of texts and attributes. */
  const startTags = new RegExp(
    `(<a\\b[^>]*? href="(?:${origin})?(?:/(?:fr|en))?/blog[/?][^"]*"|<img\\b(?![^>]* (?:width|srcset)=)[^>]*? src="[^"]*")`,
  )
  const link = new RegExp(
    `^(<a\\b.* href="(?:${origin})?)((?:/(?:fr|en))?/blog)(?:\\?permalink=([^#]*)|/((?:(?:tag|author)/)?[a-z0-9_-]+)((?:\\?page=\\d+)?))((?:#[^"]*)?)"$`,
    's',
  )
  /** A post's HTML, split so that every second piece begins a tag. Memoised, since lists are read often but posts rarely change. */
  const known = new WeakMap<Post, { html: string[]; caption: string[] }>()

  function piecesOf(post: Post) {
    const pieces = known.get(post) ?? {
      html: post.html.split(startTags),
      caption: (post.feature_image_caption ?? '').split(startTags),
    }
    known.set(post, pieces)
    return pieces
  }

  return (lists: KnownLists): ResolveLinks => {
    const index = createLinkIndex(lists)
    const join = (pieces: readonly string[]) =>
      pieces
        .map((piece, at) => (at % 2 === 0 ? piece : piece.startsWith('<img') ? withSize(piece) : withLink(piece)))
        .join('')

    function withLink(tag: string): string {
      const [, start, list = '', permalink, slug, page = '', fragment = ''] = link.exec(tag) ?? []
      if (start === undefined) return tag
      const linkLanguage = prefixOf(list) ?? defaultLanguage
      const language = slug === undefined ? null : index.languageWith(`${list}/${slug}`)
      if (language === linkLanguage) return tag
      if (language !== null) {
        return `${start}${localiseFrom(withoutPrefix(`${list}/${slug}`), language, linkLanguage)}${page}${fragment}"`
      }
      const article = index.articleAt(permalink ?? `/${slug}`, linkLanguage)
      return article === null
        ? `${start}${list}"`
        : `${start}${localiseFrom(article.path, article.language, linkLanguage)}${fragment}"`
    }

    function withSize(tag: string): string {
      const src = tag.slice(tag.lastIndexOf('"', tag.length - 2) + 1, -1)
      const size = sizeOf(unescaped(src))
      if (size === null) return tag
      const [, height] = / height="([1-9]\d{0,3})"/.exec(tag) ?? []
      if (height !== undefined)
        return `${tag} width="${Math.max(1, Math.round((Number(height) * size.width) / size.height))}"`
      const srcset = srcsetOf(src, size.width)
      const widths = srcset === undefined ? '' : ` srcset="${srcset}" sizes="${pictureSizes.text}"`
      return `${tag} width="${size.width}" height="${size.height}"${widths}`
    }

    return (post) => {
      const pieces = piecesOf(post)
      const html = join(pieces.html)
      const feature_image_caption = post.feature_image_caption && join(pieces.caption)
      const canonical_url = canonicalOf(post, index, siteUrl)
      const preview = previewOf(post)
      const preview_size = (preview !== null && sizeOf(preview)) || undefined
      const isSame =
        html === post.html &&
        preview_size?.width === post.preview_size?.width &&
        preview_size?.height === post.preview_size?.height &&
        feature_image_caption === post.feature_image_caption &&
        canonical_url === post.canonical_url
      return isSame
        ? post
        : { ...post, html, feature_image_caption, canonical_url, ...(preview_size && { preview_size }) }
    }
  }
}

const unsized = /<img\b(?![^>]* (?:width|srcset)=)[^>]*? src="(\/media\/[^"]*)"/g

/** The paths of pictures whose size an article's page needs but the post lacks: in its text, and for link previews. */
export function picturesOf(post: Post): string[] {
  const inText = [...post.html.matchAll(unsized)].map(([, src = '']) => unescaped(src))
  const preview = previewOf(post)
  return preview === null ? inText : [preview, ...inText]
}

/** The author's picture for link previews, as the page names it. */
function previewOf({ og_image, feature_image }: Post): string | null {
  return previewPicture(og_image) ?? previewPicture(feature_image)
}

function unescaped(address: string): string {
  return address.replaceAll('&amp;', '&')
}

/** Null if the canonical URL is the article itself, or a page that this site does not have. */
function canonicalOf({ slug, canonical_url }: Post, index: LinkIndex, siteUrl: string): string | null {
  if (!canonical_url?.startsWith(`${siteUrl}/`)) return canonical_url
  const path = canonical_url.slice(siteUrl.length)
  const page = addressOf(path)
  if (page === null || !('slug' in page)) return canonical_url
  const language = index.languageWith(path)
  if (language === (prefixOf(path) ?? defaultLanguage)) return canonical_url
  const isOwn = page.page === 'article' && page.slug === slug
  return language === null || isOwn ? null : siteUrl + localise(withoutPrefix(path), language)
}
