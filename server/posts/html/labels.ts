import type { i18n } from 'i18next'
import type { Language } from '../../../shared/language.ts'

/** Texts that the site itself adds to a post, in one language. */
export function createPostLabels(texts: i18n) {
  return (language: Language) => {
    const t = texts.getFixedT(language, 'blog')
    return {
      /** The link beside an embedded page, or in its place, e.g. « Ouvrir sur www.youtube.com ». */
      embed: (host: string): string => t('embed', { host }),
      /** The notice of what an embedded page loads. */
      embedNotice: (host: string): string => t('embedNotice', { host }),
      /** The name of an embedded page without a title. */
      embedTitle: (provider: string): string => t('embedTitle', { provider }),
      /** Out of five. */
      rating: (stars: number): string => t('rating', { stars }),
      /** A whole number of a unit of `Intl.NumberFormat`, e.g. `kilobyte`. */
      size: (amount: number, unit: string): string =>
        new Intl.NumberFormat(`${language}-CA`, { style: 'unit', unit }).format(amount),
      /** The name of a table that may scroll sideways. */
      table: t('table'),
      /** The name of a link that enlarges a picture, if the picture has no `alt`. */
      enlarge: t('lightbox.open'),
      /** Replaces the text of an article that exceeds the limits. */
      notShown: t('notShown'),
      /** Replaces an inline picture that exceeds them. */
      longPicture: t('longPicture'),
      audio: t('audio'),
      video: t('video'),
      /** The link from a footnote back to the text. */
      backToText: t('backToText'),
    }
  }
}

export type PostLabels = ReturnType<ReturnType<typeof createPostLabels>>
