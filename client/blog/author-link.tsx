import type { Author } from '../../shared/post.ts'
import { aboutAuthor } from '../../shared/post-groups.ts'
import { SiteLink } from '../parts/site-link.tsx'
import styles from './byline.module.css'

/** An author's name; a link where there is more to read of its bearer. */
export function AuthorLink({ author }: { author: Author }) {
  const path = aboutAuthor(author)
  return (
    <span className={styles.author}>{path === null ? author.name : <SiteLink to={path}>{author.name}</SiteLink>}</span>
  )
}
