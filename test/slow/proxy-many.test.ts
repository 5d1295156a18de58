import { afterAll, expect, it } from 'vitest'
import { askOverHttp } from '../support/ask-over-http.ts'
import { fakePost } from '../support/fake-ghost.ts'
import { signatureHeader, webhookSecret } from '../support/ghost-delivery.ts'
import { posts } from '../http/support/addresses.ts'
import { startBehindProxy } from '../http/support/behind-proxy.ts'

// Five processes take seconds to start on a busy machine: the tests of this file share them.
const behind = await startBehindProxy({ FORMS_PER_10_MINUTES: '3' })
afterAll(() => behind[Symbol.asyncDispose]())
const { ask, ghost, one, other, redis, restart } = behind

const json = { 'Content-Type': 'application/json' }

it('counts the forms of a visitor, whatever he writes into X-Forwarded-For, on both instances together', async () => {
  const statuses: number[] = []
  for (let number = 1; number <= 6; number += 1) {
    const headers = { ...json, 'X-Forwarded-For': `203.0.113.${number}`, Forwarded: `for=203.0.113.${number}` }
    const body = JSON.stringify({ email: `ada-${number}@example.com`, lang: 'fr' })
    statuses.push((await ask('/api/newsletter', { method: 'POST', headers, body })).status)
  }
  expect(statuses).toEqual([202, 202, 202, 429, 429, 429])
  await expect.poll(() => ghost.subscriptions).toHaveLength(3)
  // Ghost, too, counts by the visitor's address, not by an invented one.
  for (const { headers } of ghost.subscriptions) expect(headers['x-forwarded-for']).toBe('127.0.0.1')
  for (const instance of [one, other]) await expect.poll(instance.said).toContain('/api/newsletter')
})

it('has both instances show what Ghost’s webhook told one of them', async () => {
  const slug = 'un-article'
  for (const instance of [one, other]) expect((await askOverHttp(`${instance.url}/blog/${slug}`)).status).toBe(200)
  ghost.state.posts = posts.map((post) => (post.slug === slug ? fakePost(slug, { title: 'Un titre nouveau' }) : post))
  const headers = { ...json, 'X-Ghost-Signature': signatureHeader('{}', webhookSecret, Date.now()) }
  expect((await ask('/webhooks/ghost', { method: 'POST', headers, body: '{}' })).status).toBe(204)
  for (const instance of [one, other]) {
    const title = async () => (await askOverHttp(`${instance.url}/blog/${slug}`)).text
    await expect.poll(title).toContain('Un titre nouveau')
  }
  // The proxy has not stored it yet: the first who asks gets the new title.
  expect((await ask(`/blog/${slug}`)).text).toContain('Un titre nouveau')
  ghost.state.posts = posts
})

it('has a new instance show articles while Ghost is down, and visitors notice neither', async () => {
  const copies = async () => (await redis.client.keys('*')).filter((key) => /:(lists|posts):/.test(key))
  expect((await ask('/en/blog/an-article')).status).toBe(200)
  await expect.poll(async () => (await copies()).length).toBeGreaterThan(0)
  ghost.state.behaviour = 'answers 500'
  expect(await other.end('SIGTERM')).toBe(0)
  const next = await restart(other)
  expect((await askOverHttp(`${next.url}/en/blog/an-article`)).status).toBe(200)
  for (let times = 0; times < 4; times += 1) {
    // The proxy has stored none of these addresses.
    expect((await ask(`/en/blog/an-article?${times}`)).status).toBe(200)
  }
  await expect.poll(next.said).toMatch(/"path":"\/en\/blog\/an-article"/)
})
