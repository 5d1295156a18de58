import type { Author, Post, PostMetadata, PostSummary } from '../../../shared/post.ts'

type Optional<T> = { [Name in keyof T]?: T[Name] | null }

/**
 * A post as its CMS has it, before conversion: the fields of `Post`, most of them optional. HTML need not be safe, and addresses are
 * the CMS's. Titles and other texts are plain, without entities. If `access` is false, `html` is the public part.
 */
export type CmsPost = Pick<Post, 'id' | 'slug' | 'title' | 'published_at' | 'tags'> & {
  authors: readonly (Pick<Author, 'name'> & Optional<Author>)[]
} & Optional<
    Omit<PostSummary, 'authors'> &
      PostMetadata & {
        html: string
        feature_image_caption: string
        /** The author's own summary. `excerpt` is the beginning of the text, for posts without a summary. */
        custom_excerpt: string
        /** Its URL at the CMS. Links to it lead to the article. */
        url: string
        /** HTML for the head of its page. Only `<meta name="robots">` counts. */
        head: string
      }
  >
