import { type Author, shortened } from '../../../shared/post.ts'
import { plainText } from '../html/html.ts'
import type { CmsPost } from './cms-post.ts'

/** Every post of an author holds these texts. Ghost allows 250 characters. */
const maxText = 500

/** An author as the site shows them; empty texts count as absent. @param picture returns an address on this site, or null */
export function toAuthor(author: CmsPost['authors'][number], picture: (address: string) => string | null): Author {
  const words = (value: string | null | undefined) => shortened(plainText(value ?? ''), maxText) || null
  return {
    name: plainText(author.name),
    slug: author.slug || null,
    profile_image: author.profile_image ? picture(author.profile_image) : null,
    bio: words(author.bio),
    location: words(author.location),
    website: websiteOf(author.website),
  }
}

function websiteOf(address: string | null | undefined): string | null {
  const url = address && address.length < 2000 && URL.canParse(address) ? new URL(address) : null
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : null
}
