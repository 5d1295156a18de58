import { pictureSizes, srcsetOf } from '../../shared/srcset.ts'
import type { PictureSize } from '../media/picture-sizes.ts'
import { type Posts, withChangedArticles } from './posts.ts'

/** @param path of a picture on this site; null for a size that is not known yet */
type SizeOf = (path: string) => PictureSize | null

/** Articles with their pictures' sizes, as far as they are known by now: when a post's HTML is made, its pictures may not have been fetched. */
export function withPictureSizes(posts: Posts, sizeOf: SizeOf): Posts {
  return withChangedArticles(posts, (post) => {
    const html = sizePictures(post.html, sizeOf)
    return html === post.html ? post : { ...post, html }
  })
}

/** Sanitised HTML in which pictures without a width have theirs, and the widths to choose from. */
export function sizePictures(html: string, sizeOf: SizeOf): string {
  return html.replace(/<img\b(?![^>]* (?:width|srcset)=)[^>]*? src="([^"]*)"/g, (tag, src: string) => {
    const size = sizeOf(src)
    if (size === null) return tag
    const [, height] = / height="([1-9]\d{0,3})"/.exec(tag) ?? []
    if (height !== undefined)
      return `${tag} width="${Math.max(1, Math.round((Number(height) * size.width) / size.height))}"`
    const srcset = srcsetOf(src, size.width)
    const widths = srcset === undefined ? '' : ` srcset="${srcset}" sizes="${pictureSizes.text}"`
    return `${tag} width="${size.width}" height="${size.height}"${widths}`
  })
}
