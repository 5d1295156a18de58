/** Pictures that the site resizes: stored ones and other hosts' signed ones; a drawing is sharp at every size. */
export const resizable = /^\/media\/(?=(?:content\/images|external)\/)(?!.*\.svgz?$)/i

/** The one size of pictures for link previews, in pixels: 1.91 to 1, as networks show them. */
export const shareSize = { width: 1200, height: 630 } as const

/** A JPEG of {@link shareSize}, since networks that show link previews read nothing newer; null where there is none. */
export function sharePicture(address: string): string | null {
  return resizable.test(address) ? address.replace(resizable, '/media/share/') : null
}

/** A drawing, which no network shows. */
const drawing = /\.svgz?$/i

/** A post's picture for link previews; null where they can show none. A Markdown file's is not resized, and stays as it is. */
export function previewPicture(address: string | null): string | null {
  return address === null || drawing.test(address) ? null : (sharePicture(address) ?? address)
}

/** Whether a picture for link previews has {@link shareSize}, as the pages' own have too. */
export function hasShareSize(path: string): boolean {
  return path.startsWith('/share/') || path.startsWith('/media/share/')
}
