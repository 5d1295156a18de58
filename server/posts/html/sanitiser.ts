import type { Language } from '../../../shared/language.ts'
import type { AddressRewriter } from '../../addresses/addresses.ts'
import { isNoindex, parseMetadata, standfirstOf } from './descriptions.ts'
import type { PostLabels } from './labels.ts'
import { withoutLeftovers } from './leftovers.ts'
import { longPicturesReason, withoutLongPictures } from './picture-attributes.ts'
import { createSanitise } from './sanitise.ts'
import { typeset } from './typography.ts'

export type SanitiserOptions = {
  /** Null for posts without a CMS: their links and pictures stay as they are. */
  rewrite: AddressRewriter | null
  labelsIn: (language: Language) => PostLabels
}

/** Converts the HTML of a post, and the fields beside it. */
export type Sanitiser = ReturnType<typeof createSanitiser>

export function createSanitiser({ rewrite, labelsIn }: SanitiserOptions) {
  return {
    sanitise: createSanitise(rewrite, labelsIn),
    isNoindex,
    longPicturesReason,
    parseMetadata,
    standfirstOf,
    typeset,
    withoutLeftovers,
    withoutLongPictures,
  }
}
