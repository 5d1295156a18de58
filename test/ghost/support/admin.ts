import { SignJWT } from 'jose'
import { ghostUrl } from './env.ts'

const [id = '', secret = ''] = (process.env.GHOST_ADMIN_API_KEY ?? '').split(':')

/** Calls the real Ghost's Admin API as an integration does. Throws if Ghost answers with an error. */
export async function askAdmin<T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<T> {
  const token = await new SignJWT({})
    .setProtectedHeader({ alg: 'HS256', kid: id, typ: 'JWT' })
    .setIssuedAt()
    .setExpirationTime('5m')
    .setAudience('/admin/')
    .sign(Buffer.from(secret, 'hex'))
  const answer = await fetch(`${ghostUrl}/ghost/api/admin/${path}`, {
    method,
    headers: { Authorization: `Ghost ${token}`, 'Content-Type': 'application/json', 'Accept-Version': 'v5.0' },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`)
  return (text === '' ? undefined : JSON.parse(text)) as T // Ghost's answer is what the test asks for
}

export type AdminPost = { id: string; uuid: string; slug: string; title: string; updated_at: string; status: string }

/** Writes a post, which is deleted when the test ends. */
export async function writePost(post: object) {
  let { posts } = await askAdmin<{ posts: [AdminPost] }>('POST', 'posts/?source=html', { posts: [post] })
  const path = `posts/${posts[0].id}/`
  let deleted = false
  return {
    get uuid() {
      return posts[0].uuid
    },
    get slug() {
      return posts[0].slug
    },
    async change(changes: object) {
      const body = { posts: [{ updated_at: posts[0].updated_at, ...changes }] }
      ;({ posts } = await askAdmin<{ posts: [AdminPost] }>('PUT', `${path}?source=html`, body))
    },
    async delete() {
      deleted = true
      await askAdmin('DELETE', path)
    },
    async [Symbol.asyncDispose]() {
      if (!deleted) await askAdmin('DELETE', path)
    },
  }
}

/** Registers a webhook at Ghost until the test ends. */
export async function createWebhooks(target: string, secret: string, events: readonly string[]) {
  const ids: string[] = []
  for (const event of events) {
    const webhook = { event, target_url: target, secret, name: event }
    const { webhooks } = await askAdmin<{ webhooks: [{ id: string }] }>('POST', 'webhooks/', { webhooks: [webhook] })
    ids.push(webhooks[0].id)
  }
  return {
    async [Symbol.asyncDispose]() {
      for (const webhook of ids) await askAdmin('DELETE', `webhooks/${webhook}/`)
    },
  }
}
