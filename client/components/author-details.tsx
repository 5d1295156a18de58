import { useTranslation } from 'react-i18next'
import type { Author } from '../../shared/post.ts'
import { resizedPicture } from '../../shared/picture.ts'
import styles from './author-details.module.css'

/** An author's picture, place and website, if known. */
export function AuthorDetails({ author: { profile_image, location, website } }: { author: Author }) {
  const { t } = useTranslation('blog')
  if (profile_image === null && location === null && website === null) return null
  const picture = profile_image && resizedPicture(profile_image, 600)
  return (
    <div className={styles.details}>
      {picture && (
        // No `alt`, since the heading above is the name.
        <img src={picture} alt="" width="96" height="96" />
      )}
      <p>
        {location !== null && <span>{location}</span>}
        {website !== null && (
          <a href={website} rel="noopener">
            {t('author.website')}
          </a>
        )}
      </p>
    </div>
  )
}
