/** The widths, in pixels, to which Ghost 5 and 6 resize stored pictures: those of its configuration, and 1200, which Ghost uses itself. */
export const ghostWidths = [600, 1000, 1200, 1600, 2400] as const

/**
 * Matches stored pictures that Ghost resizes. Names that need percent-encoding are excluded, since Ghost answers 404 for them. Drawings
 * are excluded, since they are sharp at every size.
 */
export const resizable =
  /^\/media\/content\/images\/(?:size\/w\d+\/format\/webp\/)?(?!size\/)(?=[\w.~!$&'()*+,;=:@/-]+\.(?:jpe?g|png|gif|webp|avif)$)/i

/** The address of a picture at a width as WebP, or for link previews as JPEG. Unchanged if Ghost does not resize it. */
export function resizedPicture(address: string, size: (typeof ghostWidths)[number] | 'preview'): string {
  const form = size === 'preview' ? 'w1200/format/jpeg' : `w${size}/format/webp`
  return address.replace(resizable, `/media/content/images/size/${form}/`)
}

/** The size of the site's own pictures for link previews, in pixels: 1.91 to 1, as networks show them. */
export const shareSize = { width: 1200, height: 630 } as const

/** A post's picture for link previews; null for a drawing, since social networks show no SVG. */
export function previewPicture(address: string | null): string | null {
  return address === null || /\.svgz?$/i.test(address) ? null : resizedPicture(address, 'preview')
}
