import express from 'express'
import request from 'supertest'
import { expect, it } from 'vitest'
import { createEdgeHeaders } from '../../server/edge/headers.ts'
import { createFeeds } from '../../server/feeds/feeds.ts'
import type { Cached } from '../../server/posts/cache/revalidation.ts'
import { createLog } from '../../server/runtime/log.ts'
import type { Post } from '../../shared/post.ts'
import { configOf } from '../support/config-of.ts'
import { texts } from '../support/sanitise.ts'
import { storedPostOf } from '../support/stored-post.ts'

const listOf = (slug: string): Cached<Post[]> => ({
  kind: 'cached',
  value: [storedPostOf(slug, { title: slug })],
  version: slug,
  readAt: 0,
  freshness: 'hit',
})

it.each(['/rss.xml', '/feed.json'])('makes %s again where its posts change while it is made', async (path) => {
  const context = { config: configOf({}), texts, now: () => 0, log: createLog('silent') }
  let list = listOf('avant')
  const feeds = createFeeds(context, {
    posts: { list: () => Promise.resolve(list), peekList: () => list },
    cache: { document: (_key, make) => make() },
    feedHtml(html) {
      list = listOf('apres')
      return Promise.resolve(html)
    },
    edgeHeaders: createEdgeHeaders({ purge: null, edgeTtlMs: null }, 'build'),
  })
  const { text } = await request(express().use(feeds)).get(path)
  expect([text.includes('apres'), text.includes('avant')]).toEqual([true, false])
})
