/**
 * Converts the posts of any CMS into the site's: safe HTML, addresses of this site, typeset texts. A post is converted again only if
 * it changes; a post beyond the parse limits shows its excerpt. This folder depends on neither a certain CMS nor requests.
 */

import type { Context } from '../../config/config.ts'
import { createPostLabels } from '../html/html.ts'
import type { CmsPost } from './cms-post.ts'
import { type ConvertPost, createConversionCache } from './conversion-cache.ts'
import { convertPost } from './post-converter.ts'
import { type CmsStorage, createRewriter } from './rewriter.ts'

export type { CmsPost, ConvertPost }

export function createConversion({ config, keyFor, texts, log }: Context, storage: CmsStorage): ConvertPost {
  const labelsIn = createPostLabels(texts)
  const options = { rewriterFor: createRewriter(storage, keyFor), siteUrl: config.siteUrl, labelsIn }
  return createConversionCache(
    (post, language) => convertPost(options, post, language),
    labelsIn,
    (refused) => log.warn(refused, 'a post is beyond the bounds: not all of it is shown'),
  )
}
