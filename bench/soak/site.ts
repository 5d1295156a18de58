import { join } from 'node:path'
import { contentKey } from '../../test/support/fake-ghost.ts'
import { freePort } from '../../test/support/free-port.ts'
import { webhookSecret } from './addresses.ts'

type BuiltSite = { url: string; pid: number; stop: () => Promise<void> }

/** The type of bench/built-site.js, which is plain JavaScript. */
export type StartBuiltSite = (options: {
  env: Record<string, string | undefined>
  stdout: 'ignore'
}) => Promise<BuiltSite>

export type SoakedSite = BuiltSite & { metricsUrl: string }

/** Starts the built site with a Ghost, with its files in a folder. */
export async function startSite(start: StartBuiltSite, ghostUrl: string, folder: string): Promise<SoakedSite> {
  const metricsPort = await freePort()
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    METRICS_PORT: String(metricsPort),
    GHOST_URL: ghostUrl,
    GHOST_CONTENT_API_KEY: contentKey,
    GHOST_WEBHOOK_SECRET: webhookSecret,
    POSTS_TTL_SECONDS: '5',
    FORMS_PER_10_MINUTES: '300',
    OUTBOX_DIR: join(folder, 'outbox'),
  }
  const site = await start({ env, stdout: 'ignore' })
  return { ...site, metricsUrl: `http://127.0.0.1:${metricsPort}/metrics` }
}
