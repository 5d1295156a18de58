import { useTranslation } from 'react-i18next'
import type { Author } from '../../shared/post.ts'
import { srcsetOf } from '../../shared/srcset.ts'
import styles from './author-details.module.css'

/** In device pixels: the picture is 96 CSS pixels wide. */
const enoughForPicture = 320

/** An author's picture, place and website, as far as they are known. */
export function AuthorDetails({ author: { profile_image, location, website } }: { author: Author }) {
  const { t } = useTranslation('blog')
  if (profile_image === null && location === null && website === null) return null
  const srcset = profile_image === null ? undefined : srcsetOf(profile_image, null, enoughForPicture)
  return (
    <div className={styles.details}>
      {profile_image !== null && (
        // The name stands in the heading above.
        <img srcSet={srcset} sizes={srcset && '6rem'} src={profile_image} alt="" width="96" height="96" />
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
