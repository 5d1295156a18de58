import { askOverHttp } from '../../support/ask-over-http.ts'
import { startFakeGhost } from '../../support/fake-ghost.ts'
import { signatureHeader, webhookSecret } from '../../support/ghost-delivery.ts'
import { startRedis } from '../../support/redis.ts'
import { freePort } from '../../support/free-port.ts'
import { startBuiltSite } from '../../support/start-built-site.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { purgeToken, startVarnish } from '../../support/varnish.ts'
import { posts } from './addresses.ts'

/**
 * Two processes of the built site, one Redis, and a Varnish in front that keeps pages for a day and is told of changes.
 *
 * @param env of both instances, with the Ghost that they read
 */
export async function startInstancesBehindVarnish(env: Record<string, string>) {
  const folder = await temporaryFolder()
  const redis = await startRedis()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const shared = {
    SITE_URL: url,
    TRUST_PROXY: '1',
    REDIS_URL: redis.url,
    REDIS_TIMEOUT_MS: '2000',
    GHOST_WEBHOOK_SECRET: webhookSecret,
    POSTS_TTL_SECONDS: '3600',
    PURGE: 'varnish',
    PURGE_URL: url,
    PURGE_TOKEN: purgeToken,
    EDGE_TTL_SECONDS: '86400',
    ...env,
  }
  const start = async () => {
    const own = await freePort()
    return startBuiltSite({ ...shared, PORT: String(own), OUTBOX_DIR: `${folder.path}/${own}` })
  }
  const instances = await Promise.all([start(), start()])
  const [one, other] = instances
  const varnish = await startVarnish(port, [new URL(one.url).host, new URL(other.url).host])
  return {
    ...{ redis, one, other, varnish, url },
    ask: (path: string, asked: Parameters<typeof askOverHttp>[1] = {}) => askOverHttp(url + path, asked),
    async [Symbol.asyncDispose]() {
      for (const held of [varnish, ...instances, redis, folder]) await held[Symbol.asyncDispose]()
    },
  }
}

/** The same with a Ghost that the caller plays. */
export async function startBehindVarnish() {
  const ghost = await startFakeGhost(posts)
  const behind = await startInstancesBehindVarnish(ghost.env)
  return {
    ...behind,
    ghost,
    /** Ghost tells the site, by way of Varnish, that something has changed. */
    async deliver(event: object = {}): Promise<number> {
      const body = JSON.stringify(event)
      const headers = {
        'Content-Type': 'application/json',
        'X-Ghost-Signature': signatureHeader(body, webhookSecret, Date.now()),
      }
      return (await behind.ask('/webhooks/ghost', { method: 'POST', headers, body })).status
    },
    async [Symbol.asyncDispose]() {
      for (const held of [behind, ghost]) await held[Symbol.asyncDispose]()
    },
  }
}
