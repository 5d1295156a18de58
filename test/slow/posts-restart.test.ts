import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import request from 'supertest'
import { expect, it, onTestFinished } from 'vitest'
import { contentKey, startFakeGhost } from '../support/fake-ghost.ts'
import { startBuiltSite } from '../support/start-built-site.ts'
import { startSite } from '../support/start-site.ts'
import { folderForTest } from '../support/folder-for-test.ts'
import { posts } from '../http/support/addresses.ts'

const title = 'Titre de un-article'
const paths = ['/blog', '/blog/un-article', '/api/posts?lang=fr', '/rss.xml']
const env = { SITE_URL: 'https://www.site.example', POSTS_MAX_MB: '1' }

/** A Ghost, and the configuration of sites that store its posts in one folder. */
async function startKeeping(changed: Record<string, string> = {}) {
  const ghost = await startFakeGhost(posts)
  onTestFinished(() => ghost[Symbol.asyncDispose]())
  return { ghost, own: { ...env, ...ghost.env, POSTS_DIR: await folderForTest(), ...changed } }
}

/** The number of files, once all are written. */
const stored = async (directory: string) => (await readdir(directory)).filter((name) => name.endsWith('.json')).length

it('shows stored posts after a restart while Ghost is down, and refreshes them once Ghost is back', async () => {
  const { ghost, own } = await startKeeping()
  {
    await using first = await startBuiltSite(own)
    for (const path of paths) expect((await request(first.url).get(path)).text).toContain(title)
    // The two lists contain the articles.
    await expect.poll(() => stored(own.POSTS_DIR)).toBe(2)
    await first.end('SIGKILL')
  }
  for (const name of await readdir(own.POSTS_DIR)) {
    const text = await readFile(join(own.POSTS_DIR, name), 'utf8')
    for (const secret of [contentKey, ghost.url]) expect(text).not.toContain(secret)
  }

  ghost.state.behaviour = 'answers 500'
  await using second = await startBuiltSite(own)
  for (const path of paths) {
    const answer = await request(second.url).get(path)
    expect([path, answer.status]).toEqual([path, 200])
    expect(answer.text).toContain(title)
    if (path !== '/rss.xml') expect(answer.get('Cache-Status')).toContain('posts; fwd=stale')
  }
  ghost.state.posts = posts.map((post) => ({ ...post, title: 'Un titre nouveau' }))
  ghost.state.behaviour = 'well'
  for (const path of paths) {
    await expect.poll(async () => (await request(second.url).get(path)).text).toContain('nouveau')
  }
})

it('ignores posts stored from another Ghost, with another key or for another public URL', async () => {
  const { ghost, own } = await startKeeping()
  await using first = await startSite(own)
  await request(first.app).get('/api/posts?lang=fr')
  await expect.poll(() => stored(own.POSTS_DIR)).toBe(1)
  ghost.state.behaviour = 'answers 500'
  const changes = {
    GHOST_URL: 'http://127.0.0.1:9',
    GHOST_CONTENT_API_KEY: 'f'.repeat(26),
    SITE_URL: 'https://a.example',
  }
  for (const [name, value] of Object.entries(changes)) {
    await using other = await startSite({ ...own, [name]: value })
    expect([name, (await request(other.app).get('/api/posts?lang=fr')).status]).toEqual([name, 503])
  }
  await using same = await startSite(own)
  expect((await request(same.app).get('/api/posts?lang=fr')).status).toBe(200)
})

it('stores nothing if POSTS_MAX_MB is 0, or if posts are Markdown files', async () => {
  const { own } = await startKeeping({ POSTS_MAX_MB: '0' })
  await using without = await startSite(own)
  await request(without.app).get('/blog')
  await using ownFiles = await startSite({ POSTS_DIR: own.POSTS_DIR, POSTS_MAX_MB: '1' })
  await request(ownFiles.app).get('/blog')
  expect(await readdir(own.POSTS_DIR)).toEqual([])
})
