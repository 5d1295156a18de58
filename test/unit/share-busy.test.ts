import express from 'express'
import request from 'supertest'
import { expect, it } from 'vitest'
import { lettersOf, readLettering } from '../../build/share-image.ts'
import { createShareImages } from '../../server/media/share-images.ts'
import { createLog } from '../../server/runtime/log.ts'
import { configOf } from '../support/config-of.ts'
import { storedPostOf } from '../support/stored-post.ts'

it('says nothing of how long it lasts that a share image cannot be made now', async () => {
  const shareImages = createShareImages({
    config: configOf({}),
    posts: {
      find: () =>
        Promise.resolve({ kind: 'cached', value: storedPostOf('a'), freshness: 'hit', version: '1', readAt: 0 }),
    },
    letters: lettersOf(readLettering().title),
    takePlace: () => Promise.resolve(null),
    log: createLog('silent'),
  })
  const answer = await request(express().get('/:language/:slug', shareImages)).get('/fr/a').expect(503)
  expect(answer.headers).not.toHaveProperty('etag')
  expect(answer.headers['cache-control']).toBe('no-store')
})
