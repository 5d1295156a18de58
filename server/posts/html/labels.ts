import type { i18n } from 'i18next'
import type { Language } from '../../../shared/language.ts'

/** Words that the site itself puts into a post, in one language. */
export function createPostLabels(texts: i18n) {
  return (language: Language) => {
    const t = texts.getFixedT(language, 'blog')
    return {
      /** The link that stands beside or for an embedded page, e.g. « Ouvrir sur www.youtube.com ». */
      embed: (host: string): string => t('embed', { host }),
      /** Says what loads with an embedded page. */
      embedNotice: (host: string): string => t('embedNotice', { host }),
      /** The name of an embedded page that has none. */
      embedTitle: (provider: string): string => t('embedTitle', { provider }),
      /** Out of five. */
      rating: (stars: number): string => t('rating', { stars }),
      /** A whole number of a unit of `Intl.NumberFormat`, e.g. `kilobyte`. */
      size: (amount: number, unit: string): string =>
        new Intl.NumberFormat(`${language}-CA`, { style: 'unit', unit }).format(amount),
      /** The name of a table that may scroll sideways. */
      table: t('table'),
      /** The name of a link that shows a picture large, where the picture has no words. */
      enlarge: t('lightbox.open'),
      /** Stands for the text of an article that is beyond the limits. */
      notShown: t('notShown'),
      /** Stands for a picture that is beyond them. */
      longPicture: t('longPicture'),
      audio: t('audio'),
      video: t('video'),
      /** The link from a footnote to where it is called. */
      backToText: t('backToText'),
    }
  }
}

export type PostLabels = ReturnType<ReturnType<typeof createPostLabels>>
