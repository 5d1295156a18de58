import type { GhostPost } from '../../ghost/ghost.ts'
import type { CmsPost } from '../conversion/conversion.ts'
import { parseVisibility } from '../metadata/metadata.ts'

export function toCmsPost({ primary_tag, codeinjection_head, ...post }: GhostPost): CmsPost {
  // The primary tag may have nothing but its name.
  const named = post.tags.find(({ name }) => name === primary_tag?.name)
  return {
    ...post,
    primary_tag: primary_tag?.slug === '' ? (named ?? primary_tag) : primary_tag,
    visibility: parseVisibility(post.visibility),
    head: codeinjection_head,
  }
}
