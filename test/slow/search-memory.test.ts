import { expect, it } from 'vitest'
import { fakePost, startFakeGhost } from '../support/fake-ghost.ts'
import { startBuiltSite } from '../support/start-built-site.ts'

const wordsFrom = (start: number) => Array.from({ length: 7000 }, (_, index) => `mot${(start + index).toString(36)}`)

it('a 256 MB heap holds the search index of sixty long posts without common words', async () => {
  const html = (number: number) => (number < 60 ? `<p>${wordsFrom(number * 7000).join(' ')}</p>` : '<p>Court.</p>')
  const posts = Array.from({ length: 210 }, (_, number) =>
    fakePost(`article-${number}`, { title: `Phare${number}`, html: html(number) }),
  )
  await using ghost = await startFakeGhost(posts)
  const env = { POSTS_WAIT_MS: '30000', GHOST_TIMEOUT_MS: '30000', NODE_OPTIONS: '--max-old-space-size=256' }
  await using site = await startBuiltSite({ ...ghost.env, ...env })
  for (const { slug, title } of posts) {
    const answer = await fetch(`${site.url}/api/search?lang=fr&q=${title}`)
    expect(await answer.json()).toMatchObject({ posts: expect.arrayContaining([expect.objectContaining({ slug })]) })
  }
}, 180_000)
