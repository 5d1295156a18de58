import { afterAll, expect, it } from 'vitest'
import { askOverHttp } from '../support/ask-over-http.ts'
import { fakePost } from '../support/fake-ghost.ts'
import { signatureHeader, webhookSecret } from '../support/ghost-delivery.ts'
import { posts } from '../http/support/addresses.ts'
import { type BuiltSite, startBehindProxy } from '../http/support/behind-proxy.ts'

// Five processes take seconds to start on a busy machine: the tests of this file share them.
const behind = await startBehindProxy({ FORMS_PER_10_MINUTES: '3', POSTS_TTL_SECONDS: '3600' })
afterAll(() => behind[Symbol.asyncDispose]())
const { ask, ghost, restart } = behind
let instances = [behind.site1, behind.site2]

const json = { 'Content-Type': 'application/json' }

it('counts a visitor’s forms on each instance, whatever their X-Forwarded-For', async () => {
  const statuses: number[] = []
  for (let number = 1; number <= 8; number += 1) {
    const headers = { ...json, 'X-Forwarded-For': `203.0.113.${number}`, Forwarded: `for=203.0.113.${number}` }
    const body = JSON.stringify({ email: `ada-${number}@example.com`, lang: 'fr' })
    statuses.push((await ask('/api/newsletter', { method: 'POST', headers, body })).status)
  }
  expect(statuses).toEqual([202, 202, 202, 202, 202, 202, 429, 429])
  await expect.poll(() => ghost.subscriptions).toHaveLength(6)
  // Ghost, too, counts by the visitor's address, not by an invented one.
  for (const { headers } of ghost.subscriptions) expect(headers['x-forwarded-for']).toBe('127.0.0.1')
  for (const instance of instances) await expect.poll(instance.said).toContain('/api/newsletter')
})

const path = '/blog/un-article'
const titleOf = async ({ url }: BuiltSite) => /<title>([^<]*)/.exec((await askOverHttp(url + path)).text)?.[1]

/** Changes the title of an article in Ghost, and sends Ghost's webhook to the proxy. */
async function retitle(title: string) {
  ghost.state.posts = posts.map((post) => (post.slug === 'un-article' ? fakePost('un-article', { title }) : post))
  const headers = { ...json, 'X-Ghost-Signature': signatureHeader('{}', webhookSecret, Date.now()) }
  expect((await ask('/webhooks/ghost', { method: 'POST', headers, body: '{}' })).status).toBe(204)
}

// Copies are fresh for an hour, so only the webhook can show a change earlier.
it.each([0, 1])('answers Ghost while instance %i is away, and the other shows the change', async (index) => {
  const [away, left] = index === 0 ? instances : instances.toReversed()
  if (!away || !left) throw new Error('there are two instances')
  await away.end('SIGKILL')
  await retitle(`Un titre sans ${index}`)
  await expect.poll(() => titleOf(left)).toContain(`Un titre sans ${index}`)
  const back = await restart(away)
  instances = index === 0 ? [back, left] : [left, back]
})
