/** The posts and pictures of the soak's Ghost, which visitors request. */
export const postsPerLanguage = 30
/** Pictures that many visitors request, and pictures that are requested once. */
export const pictures = 6
export const newPictures = 5000
export const bigFile = '/content/files/film.mp4'
export const webhookSecret = 'un-secret-de-soak'

export function slugOf(language: 'fr' | 'en', index: number): string {
  return `article-${language}-${index}`
}

export function picturePath(index: number): string {
  return `/content/images/photo-${index}.jpg`
}
