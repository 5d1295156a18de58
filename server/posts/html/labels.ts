import type { i18n } from 'i18next'
import type { Language } from '../../../shared/language.ts'

/** Words that the site itself puts into a post, in one language. */
export type PostLabels = {
  /** The link that stands beside or for an embedded page, e.g. « Ouvrir sur www.youtube.com ». */
  embed: (host: string) => string
  /** What loads when an embedded page is shown in place. */
  embedNotice: (host: string) => string
  /** The name of an embedded page that has none. */
  embedTitle: (provider: string) => string
  /** Out of five. */
  rating: (stars: number) => string
  /** A whole number of a unit of `Intl.NumberFormat`, e.g. `kilobyte`. */
  size: (amount: number, unit: string) => string
  /** The name of a table that may scroll sideways. */
  table: string
  audio: string
  video: string
  /** The link from a footnote to where it is called. */
  backToText: string
}

/** @param texts the site's texts, see `server/http/texts.ts` */
export function createPostLabels(texts: i18n): (language: Language) => PostLabels {
  return (language) => {
    const t = texts.getFixedT(language, 'blog')
    return {
      embed: (host) => t('embed', { host }),
      embedNotice: (host) => t('embedNotice', { host }),
      embedTitle: (provider) => t('embedTitle', { provider }),
      rating: (stars) => t('rating', { stars }),
      size: (amount, unit) => new Intl.NumberFormat(`${language}-CA`, { style: 'unit', unit }).format(amount),
      table: t('table'),
      audio: t('audio'),
      video: t('video'),
      backToText: t('backToText'),
    }
  }
}
