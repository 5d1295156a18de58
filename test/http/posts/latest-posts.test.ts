import request from 'supertest'
import { expect, it } from 'vitest'
import { fakePost, tags } from '../../support/fake-ghost.ts'
import { type startSite, startSiteWithGhost } from '../../support/start-site.ts'
import { elements } from '../support/html.ts'

const since = Date.parse('2026-09-01T12:00:00Z')
const day = 24 * 60 * 60 * 1000

const published = (slug: string, days: number, language: 'fr' | 'en' = 'fr') =>
  fakePost(slug, { published_at: new Date(since + days * day).toISOString(), tags: [tags[language]] })

const posts = [
  published('quatre', 4),
  published('trois', 3),
  published('deux', 2),
  published('un', 1),
  published('one', 1, 'en'),
]

type Site = Awaited<ReturnType<typeof startSite>>

async function latestAt(site: Site, path: string) {
  const answer = await request(site.app).get(path).expect(200)
  expect(answer.get('Cache-Control')).toMatch(/^public, max-age=0, s-maxage=/)
  return elements(answer.text, 'a').flatMap(({ attributes: { href = '' } }) => /\/blog\/(.+)/.exec(href)?.[1] ?? [])
}

it('shows the three newest posts of its language on the home page, which starts to read the list but does not wait for it', async () => {
  const { ghost, site } = await startSiteWithGhost(posts)
  for (const path of ['/', '/en']) {
    expect(await latestAt(site, path)).toEqual([])
    await expect.poll(() => latestAt(site, path)).not.toEqual([])
  }
  expect(ghost.calls).toHaveLength(2)

  // The page is made, then from the cache, then by the fast path.
  for (const _time of [1, 2, 3]) {
    expect(await latestAt(site, '/')).toEqual(['quatre', 'trois', 'deux'])
    expect(await latestAt(site, '/en')).toEqual(['one'])
  }
})

it('refreshes a list that is no longer fresh when the home page is requested, and shows the old list meanwhile', async () => {
  let now = since + 10 * day
  const { ghost, site } = await startSiteWithGhost(posts, {}, () => now)
  await request(site.app).get('/blog')
  expect(await latestAt(site, '/')).toEqual(['quatre', 'trois', 'deux'])

  ghost.state.posts = [published('cinq', 5), ...posts]
  expect(await latestAt(site, '/')).toEqual(['quatre', 'trois', 'deux'])
  now += 61_000
  await expect.poll(() => latestAt(site, '/')).toEqual(['cinq', 'quatre', 'trois'])
})
