import express from 'express'
import request from 'supertest'
import { expect, it } from 'vitest'
import { outlineGlyphs } from '../../build/share-image.ts'
import { createLog } from '../runtime/log.ts'
import { createShareImages } from './share-images.ts'
import { configOf } from '../../test/support/config-of.ts'
import { deferred } from '../../test/support/deferred.ts'
import { storedPostOf } from '../../test/support/stored-post.ts'
import { withoutTimeouts } from '../../test/support/without-timeouts.ts'

const { posts } = configOf({})
const found = { kind: 'cached', freshness: 'hit', version: '1', readAt: 0 } as const

it('draws one share image at a time, and sends Retry-After beyond a queue of twenty', async () => {
  const slugs = Array.from({ length: 24 }, (_, index) => `a${index}`)
  const { promise: allCalled, resolve } = deferred<void>()
  let calls = 0
  const shareImages = createShareImages({
    config: { posts },
    posts: {
      async find(_language, slug) {
        calls += 1
        if (calls === slugs.length) resolve()
        await allCalled
        return { ...found, value: storedPostOf(slug, { title: slug }) }
      },
    },
    glyphOutlines: outlineGlyphs(700),
    log: createLog('silent'),
  })
  const app = express().get('/:language/:slug', shareImages)
  const ask = () => Promise.all(slugs.map((slug) => request(app).get(`/fr/${slug}`)))
  const answers = await withoutTimeouts(ask)
  expect(answers.filter(({ status, type }) => status === 200 && type === 'image/png')).toHaveLength(21)
  const turnedAway = answers.filter(({ status }) => status === 503)
  expect(turnedAway).toHaveLength(3)
  for (const { headers } of turnedAway) {
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'retry-after': '5' })
    expect(headers).not.toHaveProperty('etag')
  }
})
