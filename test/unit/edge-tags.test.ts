import { expect, it } from 'vitest'
import { createEdgeHeaders } from '../../server/edge/headers.ts'
import { articleTags, pageTags, tagsOfDifference, withinBounds } from '../../server/edge/tags.ts'
import { addressOf } from '../../shared/site-map.ts'
import { configOf } from '../support/config-of.ts'
import { storedPostOf } from '../support/stored-post.ts'

const post = storedPostOf('a', { tags: [{ id: 't', slug: 'strategie', name: 'Stratégie' }] })

it.each([
  ['/ai', ['page-ai']],
  ['/blog', ['page-blog', 'list-fr']],
  ['/blog/tag/strategie', ['page-tag', 'list-fr', 'list-en']],
  ['/blog/author/camille', ['page-author', 'list-fr', 'list-en']],
  ['/blog/a', ['page-article', 'post-a', 'addresses', 'tag-strategie', 'author-camille']],
  ['/nothing', ['page-none']],
])('tags %s with what it is made of', (path, tags) => {
  expect(pageTags(addressOf(path), 'fr', path === '/blog/a' ? post : null)).toEqual(tags)
})

it('tags an article that is not there, since it may be', () => {
  expect(pageTags(addressOf('/blog/b'), 'fr', null)).toEqual(['page-article', 'addresses'])
})

const changed = (changes: Partial<typeof post>) => [{ before: post, after: { ...post, ...changes } }]

it.each([
  ['its text alone', changed({ html: '<p>b</p>', updated_at: '2026-11-01T00:00:00Z', reading_time: 3 }), ['post-a']],
  ['its title', changed({ title: 'b' }), ['post-a', 'addresses']],
  ['its topic', changed({ tags: [] }), ['post-a', 'addresses']],
  ['the original that it is a copy of', changed({ canonical_url: 'https://other.example/a' }), ['post-a', 'addresses']],
  ['that it is new', [{ before: null, after: post }], ['post-a', 'addresses']],
  ['that it is gone', [{ before: post, after: null }], ['post-a', 'addresses']],
  [
    'its address',
    [
      { before: post, after: null },
      { before: null, after: { ...post, slug: 'b' } },
    ],
    ['post-a', 'addresses'],
  ],
  ['what cannot be told', null, ['addresses']],
])('purges, where a post differs by %s, what shows that', (_what, differences, tags) => {
  expect(tagsOfDifference('en', differences)).toEqual(['list-en', ...tags])
})

it('makes plain tags of any slug, one for each', () => {
  const strange = ['l’été', 'a b', 'a,b', 'a\r\nb', '', 'x'.repeat(300)]
  const tags = strange.flatMap((id) => articleTags({ ...post, id, tags: [], authors: [] }))
  expect(tags.filter((tag) => !/^[\w-]{1,100}$/.test(tag))).toEqual([])
  expect(new Set(tags.filter((tag) => tag !== 'addresses')).size).toBe(strange.length)
})

it('bounds the length of a header, and leaves out the last ones', () => {
  const many = Array.from({ length: 500 }, (_, index) => `tag-${index}`)
  const kept = withinBounds(['post-a', ...many])
  expect(kept[0]).toBe('post-a')
  expect(kept.join(' ').length).toBeLessThanOrEqual(2000)
  expect(kept.length).toBeGreaterThan(200)
})

const edge = { PURGE: 'varnish', PURGE_URL: 'http://127.0.0.1:6081', PURGE_TOKEN: '0123456789abcdef' }
const tagged = { 'Surrogate-Key': 'documents build-b list-fr', 'Cache-Tag': 'documents,build-b,list-fr' }

it.each([
  ['nothing without an edge', {}, undefined, {}],
  ['tags', edge, undefined, tagged],
  [
    'a lifetime that Varnish and Fastly read, and nothing for others to keep',
    { ...edge, EDGE_TTL_SECONDS: '86400' },
    undefined,
    {
      ...tagged,
      'Cache-Control': 'public, max-age=0',
      'Surrogate-Control': 'max-age=86400, stale-while-revalidate=86400, stale-if-error=86400',
    },
  ],
  [
    'one that Cloudflare reads, no longer than what is shown is good for',
    { ...edge, PURGE: 'cloudflare', EDGE_TTL_SECONDS: '86400' },
    100_000_000,
    {
      ...tagged,
      'Cache-Control': 'public, max-age=0',
      'CDN-Cache-Control': 'max-age=86400, stale-while-revalidate=13600, stale-if-error=13600',
    },
  ],
  [
    'none beyond that',
    { ...edge, EDGE_TTL_SECONDS: '86400' },
    3_600_000,
    {
      ...tagged,
      'Cache-Control': 'public, max-age=0',
      'Surrogate-Control': 'max-age=3600, stale-while-revalidate=0, stale-if-error=0',
    },
  ],
])('says to the edge %s', (_what, env: Record<string, string>, mostMs, headers) => {
  expect(createEdgeHeaders(configOf(env), 'b').made(['list-fr'], mostMs)).toEqual(headers)
})
