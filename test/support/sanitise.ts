import { expect } from 'vitest'
import { createTexts } from '../../server/i18n/texts.ts'
import { createAddressRewriter } from '../../server/addresses/addresses.ts'
import { createPostLabels } from '../../server/posts/html/labels.ts'
import { createSanitise } from '../../server/posts/html/sanitise.ts'

export const cms = 'http://127.0.0.1:2368'
export const texts = createTexts((message) => expect.fail(message))
export const labels = createPostLabels(texts)

/** Sanitises posts of a Ghost at {@link cms}. */
export const sanitise = createSanitise(createAddressRewriter(cms), labels)

/** Sanitises posts of Markdown files, which have no CMS. */
export const sanitiseFile = createSanitise(null, labels)
