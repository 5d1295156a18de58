import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { contentKey } from '../../test/support/fake-ghost.ts'
import { freePort } from '../../test/support/free-port.ts'
import { webhookSecret } from './addresses.ts'

export type SoakedSite = { siteUrl: string; metricsUrl: string; pid: number; stop: () => Promise<void> }

/**
 * The built site on a Ghost, with its files in a folder; resolves when it wants visitors. Where it does not come to that, it is
 * ended.
 */
export async function startSite(ghostUrl: string, folder: string): Promise<SoakedSite> {
  const [port, metricsPort] = [await freePort(), await freePort()]
  const siteUrl = `http://127.0.0.1:${port}`
  const site = spawn(process.execPath, ['dist/server/main.js'], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      SITE_URL: siteUrl,
      GHOST_URL: ghostUrl,
      GHOST_CONTENT_API_KEY: contentKey,
      GHOST_WEBHOOK_SECRET: webhookSecret,
      POSTS_TTL_SECONDS: '5',
      FORMS_PER_10_MINUTES: '300',
      OUTBOX_DIR: join(folder, 'outbox'),
      MEDIA_DIR: join(folder, 'media'),
      MEDIA_MAX_MB: '8',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(site, 'exit')
  async function stop(): Promise<void> {
    site.kill()
    await ended
  }
  const isReady = () =>
    fetch(`${siteUrl}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  for (let tries = 0; !(await isReady()); tries += 1) {
    if (tries > 100 || site.exitCode !== null) {
      await stop()
      throw new Error(`${siteUrl}: no answer; expected the built site to start`)
    }
    await delay(100)
  }
  if (site.pid === undefined) throw new Error('the site has no process')
  return { siteUrl, metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`, pid: site.pid, stop }
}
