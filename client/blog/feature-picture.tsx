import { srcsetOf } from '../../shared/picture.ts'

type FeaturePictureProps = {
  className: string | undefined
  address: string
  alt: string | null
  /** How wide it stands on the page, as `sizes` says it. */
  sizes: string
  /** The widest that it is worth being loaded there, in pixels. */
  enough?: number
  /** The first picture of a page is wanted at once. */
  first: boolean
}

/** A post's own picture. Its size is not known: the style sheet gives it a box of 16 by 9. */
export function FeaturePicture({ className, address, alt, sizes, enough, first }: FeaturePictureProps) {
  const srcset = srcsetOf(address, null, enough)
  return (
    <img
      className={className}
      // Before `src`: a browser that renders this itself would ask for that one too.
      srcSet={srcset}
      sizes={srcset && sizes}
      src={address}
      alt={alt ?? ''}
      width="1600"
      height="900"
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : undefined}
      decoding="async"
    />
  )
}
