import { srcsetOf } from '../../shared/srcset.ts'

type FeaturePictureProps = {
  className: string | undefined
  address: string
  alt: string | null
  /** Its width on the page, as the attribute `sizes`. */
  sizes: string
  /** The widest variant that is worth loading, in pixels. */
  enough?: number
  /** The first picture of a page is wanted at once. */
  first: boolean
}

/** A post's own picture. Its size is not known: the style sheet gives it a box of 16 by 10 or 21 by 9. */
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
      height="1000"
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : undefined}
      decoding="async"
    />
  )
}
