import request from 'supertest'
import { expect, it } from 'vitest'
import { fakePost, tags } from '../support/fake-ghost.ts'
import { startSiteWithGhost } from '../support/start-site.ts'
import { linesAbout } from './support/instance.ts'

const bombs = {
  'is nested beyond all bounds': '<div>'.repeat(3000),
  'has 80,000 attributes in one tag': `<p ${Array.from({ length: 80_000 }, (_, index) => `a${index}`).join(' ')}>`,
  'has more comments than a tree may have nodes': '<!---->'.repeat(250_000),
  'throws where it ends': `${'<p>a</p>'.repeat(20_000)}${'<div>'.repeat(600)}`,
}

it.each(Object.entries(bombs))('shows a post that %s in plain words, answers others meanwhile', async (_what, html) => {
  const bomb = fakePost('bombe', { html: `<p>Ses mots.</p>${html}`, tags: [tags.fr] })
  const { site } = await startSiteWithGhost([fakePost('un-article'), bomb])
  const list = request(site.url).get('/api/posts?lang=fr')
  const read = Promise.resolve(list)
  let isRead = false
  void read.then(() => (isRead = true))
  let slowest = 0
  while (!isRead) {
    const before = performance.now()
    await request(site.url).get('/healthz').expect(200)
    slowest = Math.max(slowest, performance.now() - before)
  }
  expect((await read).body.posts.map(({ slug }: { slug: string }) => slug)).toEqual(['un-article', 'bombe'])
  const article = await request(site.url).get('/blog/bombe')
  expect(article.status).toBe(200)
  expect(article.text).toContain('Ses mots.')
  const lines = linesAbout(site, 'in plain words')
  expect(lines).toEqual([expect.stringContaining('"slug":"bombe"')])
})
