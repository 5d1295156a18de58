import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { answerAbout, answerAdmin, type FakeDraft } from './fake-ghost-admin.ts'
import { listenForTest } from './listen-for-test.ts'
import { type PicturePage, sendPage } from './picture-host.ts'

export const contentKey = '0123456789abcdef0123456789'

type FakeTag = { id: string; slug: string; name: string }

type Text<Name extends string> = Partial<Record<Name, string | null>>

type FakeAuthor = { name: string; slug?: string } & Text<'profile_image' | 'bio' | 'location' | 'website'>

export type FakePost = {
  id: string
  slug: string
  title: string
  html: string
  excerpt: string
  feature_image: string | null
  published_at: string
  authors: FakeAuthor[]
  tags: FakeTag[]
} & Partial<{ featured: boolean; updated_at: string; visibility: string; access: boolean; url: string }> &
  Text<'custom_excerpt' | 'feature_image_alt' | 'feature_image_caption' | 'canonical_url' | 'codeinjection_head'> &
  Text<'meta_title' | 'meta_description' | 'og_title' | 'og_description' | 'og_image'> &
  Text<'twitter_title' | 'twitter_description' | 'twitter_image'>

/** The behaviour of the fake: Ghost's own, or a fault. */
type Behaviour =
  | 'well'
  | 'hangs'
  | 'refuses the key'
  | 'limits the rate'
  | `answers ${'500' | 'the wrong shape'}`
  | 'cuts the body off'

export type Answer = (req: IncomingMessage, res: ServerResponse, page: { posts: object[]; meta: object }) => void

export const tags = {
  fr: { id: 't1', slug: 'fr', name: 'fr' },
  en: { id: 't2', slug: 'en', name: 'en' },
  strategie: { id: 't3', slug: 'strategie', name: 'Stratégie' },
  internal: { id: 't4', slug: 'hash-campagne', name: '#campagne' },
} satisfies Record<string, FakeTag>

export function fakePost(slug: string, overrides: Partial<FakePost> = {}): FakePost {
  return {
    id: `id-${slug}`,
    slug,
    title: `Titre de ${slug}`,
    html: `<p>Corps de ${slug}.</p>`,
    excerpt: `Extrait de ${slug}.`,
    feature_image: null,
    published_at: '2026-09-21T10:30:00.000+02:00',
    authors: [{ name: 'Camille Lefèvre', slug: 'camille' }],
    tags: [tags.fr, tags.strategie],
    ...overrides,
  }
}

/** A real HTTP server that speaks Ghost's Content API, as `limit=all` of Ghost 6 does: at most 100 posts a page. */
export async function startFakeGhost(posts: FakePost[] = [fakePost('un-article')]) {
  const calls: URL[] = []
  const state = {
    behaviour: 'well' as Behaviour,
    /** If set, answers every call for posts; `page` is the response of a healthy Ghost. */
    answer: null as Answer | null,
    posts,
    drafts: [] as FakeDraft[],
    pageSize: 100,
    delayMs: 0,
    pictures: {} as Record<string, PicturePage>,
  }
  const about = { url: '', version: '6.65' }
  const load = { open: 0 }
  const subscriptions: { body: unknown; headers: IncomingMessage['headers'] }[] = []

  const server = createServer(async (req, res) => {
    const url = new URL(req.url ?? '/', 'http://ghost')
    if (url.pathname.startsWith('/members/')) return takeSubscription(state.behaviour, req, res)
    calls.push(url)
    headers.push(req.headers)
    load.open += 1
    res.once('close', () => (load.open -= 1))
    if (state.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, state.delayMs))
    const aboutGhost = answerAbout(url, about)
    if (aboutGhost && state.behaviour === 'well') return send(res, 200, aboutGhost)
    if (url.pathname.startsWith('/ghost/api/admin/') && state.behaviour === 'well') {
      const { status, body } = await answerAdmin(url, req, state.drafts)
      return send(res, status, body)
    }
    if (state.answer && url.pathname === '/ghost/api/content/posts/') return state.answer(req, res, pageOf(url))
    answer(state.behaviour, url, req, res)
  })
  const headers: IncomingMessage['headers'][] = []

  function answer(behaviour: Behaviour, url: URL, req: IncomingMessage, res: ServerResponse) {
    const picture = state.pictures[url.pathname]
    if (picture !== undefined) return sendPage(picture, req, res)
    if (url.pathname.startsWith('/content/')) return void sendPicture(req, res)
    if (behaviour === 'hangs') return
    if (behaviour === 'answers 500') return refuse(res, 500, 'InternalServerError', 'An unexpected error occurred.')
    if (behaviour === 'limits the rate')
      return refuse(res.setHeader('Retry-After', '7'), 429, 'TooManyRequestsError', 'Too many attempts.')
    if (behaviour === 'answers the wrong shape') return send(res, 200, { posts: [{ slug: 42 }] })
    if (behaviour === 'cuts the body off') {
      const body = JSON.stringify(pageOf(url))
      res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': String(body.length + 10) })
      return void res.write(body.slice(0, 20), () => res.destroy())
    }
    if (behaviour === 'refuses the key' || url.searchParams.get('key') !== contentKey)
      return refuse(res, 401, 'UnauthorizedError', 'Unknown Content API Key')
    send(res, 200, pageOf(url))
  }

  /** The members API's two calls, as Ghost's own portal makes them. */
  async function takeSubscription(behaviour: Behaviour, req: IncomingMessage, res: ServerResponse) {
    if (behaviour === 'hangs') return
    if (behaviour !== 'well') return refuse(res, 500, 'InternalServerError', 'An unexpected error occurred.')
    if (req.url?.startsWith('/members/api/integrity-token/')) return void res.writeHead(200).end('1:token')
    const body = await json(req).catch(() => null)
    // The client was killed while it sent the body.
    if (body === null) return
    subscriptions.push({ body, headers: req.headers })
    res.writeHead(201).end('Created.')
  }

  function pageOf(url: URL) {
    const filter = url.searchParams.get('filter') ?? ''
    const conditions = [...filter.matchAll(/tag:(-?)(\w+)/g)]
    // Only a text if it is within quotes, as in Ghost's filter language (NQL): a number, a time, a negation.
    const [, quoted, bare] = /slug:(?:'([\w-]+)'|([\w-]+))/.exec(filter) ?? []
    const slug = bare !== undefined && /^(\d+$|now-\d|-)/.test(bare) ? '' : (quoted ?? bare)
    const matching = state.posts.filter(
      (post) =>
        conditions.every(([, not, language]) => post.tags.some((tag) => tag.slug === language) === (not === '')) &&
        (slug === undefined || post.slug === slug),
    )
    const limit = url.searchParams.get('limit') === '1' ? 1 : state.pageSize
    const page = Number(url.searchParams.get('page') ?? 1)
    const pages = Math.max(1, Math.ceil(matching.length / limit))
    return {
      posts: matching
        .slice((page - 1) * limit, page * limit)
        .map((post) => ({ url: `${about.url}/${post.slug}/`, ...post, primary_tag: post.tags[0] ?? null })),
      meta: {
        pagination: { page, limit, pages, total: matching.length, next: page < pages ? page + 1 : null, prev: null },
      },
    }
  }

  const listening = await listenForTest(server)
  const { url } = listening
  about.url = url
  return {
    ...listening,
    /** Ghost's data about itself: its address, its version. */
    about,
    /** Addresses of the calls so far, and their headers. */
    calls,
    headers,
    /** The number of calls that are open. */
    load,
    /** The sign-ups that the members API has accepted. */
    subscriptions,
    /** Cuts every connection. */
    hangUp: () => server.closeAllConnections(),
    /** Set `behaviour`, `answer`, `posts`, `drafts`, `pageSize`, `delayMs` or `pictures` at any time. */
    state,
    env: { GHOST_URL: url, GHOST_CONTENT_API_KEY: contentKey },
  }
}

function refuse(res: ServerResponse, status: number, type: string, message: string) {
  send(res, status, { errors: [{ message, context: null, type }] })
}

function send(res: ServerResponse, status: number, body: object) {
  res.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}

/** The smallest PNG there is: one transparent pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

function sendPicture(req: IncomingMessage, res: ServerResponse) {
  if (!req.url?.endsWith('.png')) return refuse(res, 404, 'NotFoundError', 'File not found')
  res
    .writeHead(200, { 'Content-Type': 'image/png', 'Content-Length': String(pixel.length), ETag: 'W/"pixel"' })
    .end(pixel)
}
