import type { IncomingMessage } from 'node:http'
import { jwtVerify } from 'jose'
import type { FakePost } from './fake-ghost.ts'

export const adminKey = `${'ad314'.padEnd(24, '0')}:${'5eed'.repeat(16)}`

/** A post as only its author sees it. */
export type FakeDraft = Omit<FakePost, 'published_at'> & { uuid: string; status: string; published_at: string | null }

type Answer = { status: number; body: object }

/** Ghost's public data about itself; undefined for other addresses. */
export function answerAbout({ pathname }: URL, about: { url: string; version: string }) {
  if (pathname !== '/ghost/api/admin/site/') return undefined
  return { site: { title: 'Atelier Boréal', url: `${about.url}/`, version: about.version } }
}

/** Ghost's Admin API: posts by their uuid, for clients that prove to have the key's secret. */
export async function answerAdmin(url: URL, req: IncomingMessage, drafts: readonly FakeDraft[]): Promise<Answer> {
  const [id, secret = ''] = adminKey.split(':')
  const [, token = ''] = /^Ghost (.+)$/.exec(req.headers.authorization ?? '') ?? []
  const verified = await jwtVerify(token, Buffer.from(secret, 'hex'), {
    algorithms: ['HS256'],
    audience: '/admin/',
    maxTokenAge: '5 minutes',
  }).catch(() => null)
  if (verified?.protectedHeader.kid !== id) return refusal(401, 'UnauthorizedError', 'Invalid token')
  if (url.pathname !== '/ghost/api/admin/posts/') return refusal(404, 'NotFoundError', 'Resource not found')
  const filter = url.searchParams.get('filter') ?? ''
  const uuid = /^uuid:'([0-9a-f-]+)'$/.exec(filter)?.[1]
  if (filter !== '' && uuid === undefined) return refusal(400, 'BadRequestError', 'Error parsing filter')
  const withHtml = url.searchParams.get('formats') === 'html'
  const posts = drafts
    .filter((draft) => uuid === undefined || draft.uuid === uuid)
    .map(({ html, ...draft }) => ({ ...draft, ...(withHtml ? { html } : {}), primary_tag: draft.tags[0] ?? null }))
  return { status: 200, body: { posts, meta: { pagination: { page: 1, pages: 1, total: posts.length } } } }
}

function refusal(status: number, type: string, message: string): Answer {
  return { status, body: { errors: [{ message, context: null, type }] } }
}
