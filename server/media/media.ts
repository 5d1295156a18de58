/**
 * This folder serves `GET /media/...`: pictures, audio, video and files of posts, streamed through this site. It guarantees that no
 * other host learns of a visit, and that no private host can be reached: other hosts' pictures need a signed URL and a public
 * address. It decodes and stores nothing: Ghost resizes its pictures, and proxies cache them. It knows nothing about posts.
 */
import type { RequestHandler } from 'express'
import { LRUCache } from 'lru-cache'
import type { PictureSize } from '../../shared/post.ts'
import type { Context, GhostConfig } from '../config/config.ts'
import { ipAddressOf } from '../http/client-ip.ts'
import { withinTime } from '../http/deadline.ts'
import { observeFetch, traced } from '../http/fetch.ts'
import { HttpError } from '../http/http-error.ts'
import { rateLimitKey } from '../http/rate-limit.ts'
import { sendBusy } from '../http/send.ts'
import { createSignature, pictureKeyPurpose } from '../addresses/addresses.ts'
import { behindTls } from '../ghost/ghost.ts'
import { type CallLimit, createConcurrencyLimit } from '../runtime/concurrency-limit.ts'
import { type MediaAddress, parseMediaPath } from './address.ts'
import { createSizeReader, maxHeadBytes } from './picture-sizes.ts'
import { createTransfers } from './transfers.ts'
import { createExternalUpstream, createStorageUpstream, type ExternalOptions } from './upstream.ts'

export type { ExternalOptions }

export type MediaOptions = {
  /** Whether Ghost has asked for a pause. */
  isStoragePaused: () => boolean
  /** How to reach other hosts; for tests. */
  outside: Partial<ExternalOptions>
}

/** Concurrent requests to a host. Each host has its own limit, so that a slow one does not delay the others. */
const maxRequests = { storage: 16, external: 6 }
const maxWaiting = 400
const maxHosts = 200
const externalTimeoutMs = 10_000

/** How long a page waits for the sizes of its pictures. */
const maxMeasuringMs = 500
/** The limit of pictures that a page waits for. */
const maxMeasured = 50
const retryMeasuringMs = 60_000

export function createMedia(
  context: Context,
  ghost: Pick<GhostConfig, 'url' | 'mediaHosts' | 'timeoutMs'>,
  { isStoragePaused, outside }: MediaOptions,
) {
  const { keyFor, fetch, log, observer } = context
  const { mediaHosts } = ghost
  const signature = createSignature(keyFor(pictureKeyPurpose))
  /** By the paths of the pictures that this site has sent: posts do not name all sizes. A few hundred bytes each. */
  const sizes = new LRUCache<string, PictureSize>({ max: 20_000 })
  const upstreams = {
    storage: createStorageUpstream(observeFetch(traced(fetch), 'media', observer), ghost.url, mediaHosts),
    external: createExternalUpstream({ fetch: observeFetch(fetch, 'external_pictures', observer), ...outside }),
  }
  const limits = new LRUCache<string, CallLimit>({ max: maxHosts })
  const measured = new LRUCache<string, Promise<void>>({ max: 1000, ttl: retryMeasuringMs })
  const parse = (path: string) => parseMediaPath(path, ghost.url, signature, mediaHosts)

  async function request(
    { kind, from, address }: MediaAddress,
    { method, client, headers }: { method: string; client?: string; headers: [string, string][] },
    leaving: AbortController,
  ) {
    const timeoutMs = from === 'storage' ? ghost.timeoutMs : externalTimeoutMs
    const limit = limits.get(address.host) ?? createConcurrencyLimit(maxRequests[from], maxWaiting, timeoutMs)
    limits.set(address.host, limit)
    const late = new Error(`expected an answer within ${timeoutMs} ms`)
    const timer = setTimeout(() => leaving.abort(late), timeoutMs)
    const own: [string, string][] = [
      ['accept', kind === 'picture' ? 'image/*' : '*/*'],
      // Bytes are passed on unchanged: decoded, they would not match the host's Content-Length.
      ['accept-encoding', 'identity'],
      ...(from === 'storage' ? Object.entries(behindTls) : []),
    ]
    const options = { method, headers: [...own, ...headers], compress: false, signal: leaving.signal }
    const answer = await limit(() => upstreams[from](address, options), client).finally(() => clearTimeout(timer))
    // Aborting emits an error, which would be uncaught without a listener.
    answer?.body?.on('error', () => {})
    return answer
  }

  const send = createTransfers({
    request: (media, { req }, headers, leaving) =>
      request(media, { method: req.method, client: rateLimitKey(ipAddressOf(req), 48), headers }, leaving),
    onSize: (path, size) => sizes.set(path, size),
    // The CMS's address and queries may be secret, so they are not logged.
    nameOf: ({ host, origin, pathname }) => (host === new URL(ghost.url).host ? pathname : origin + pathname),
    log,
  })

  const handle: RequestHandler = (req, res) => {
    const media = parse(req.path)
    if (media === null) throw new HttpError(404, 'NotFoundError', 'nothing has this address')
    // A file that is opened as a document must not run scripts on this site.
    res.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    res.set('Cross-Origin-Resource-Policy', 'cross-origin')
    if (media.from === 'storage' && isStoragePaused()) return sendBusy(res)
    send(media, res)
  }

  /** Reads a picture's size from its first bytes. Never rejects. */
  async function measurePicture(path: string): Promise<void> {
    const media = parse(path)
    if (media?.kind !== 'picture' || (media.from === 'storage' && isStoragePaused())) return
    const leaving = new AbortController()
    const headers: [string, string][] = [['range', `bytes=0-${maxHeadBytes - 1}`]]
    try {
      const answer = await request(media, { method: 'GET', headers }, leaving)
      const readSize = createSizeReader((size) => sizes.set(path, size))
      for await (const chunk of (answer?.ok && answer.body) || []) {
        readSize(Buffer.from(chunk))
        if (sizes.has(path)) break
      }
    } catch {
      // The page then reserves a fixed aspect ratio.
    } finally {
      leaving.abort()
    }
  }

  return {
    handle,
    sizeOf: (path: string) => sizes.get(path) ?? null,

    /** Reads the sizes of pictures whose hosts answer within half a second. */
    async measure(paths: readonly string[]): Promise<void> {
      const unknown = paths.filter((path) => !sizes.has(path))
      const measuring = unknown.slice(0, maxMeasured).map((path) => {
        const underWay = measured.get(path) ?? measurePicture(path)
        measured.set(path, underWay)
        return underWay
      })
      await withinTime(Promise.all(measuring), maxMeasuringMs)
    },
  }
}
