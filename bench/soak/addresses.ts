/** The posts and pictures that the Ghost of the soak has, and visitors ask for. */
export const postsPerLanguage = 30
/** Pictures that many look at, and those that are looked at once. */
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
