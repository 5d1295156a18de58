import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBuiltSite } from './built-site.js'
import { startGhost } from './ghost.js'

/** Starts the built site with a Ghost of a number of posts in each language. It inherits only PATH, and `stop` removes its files. */
export async function startSiteOnGhost({ posts, delayMs = 0 }, env) {
  const ghost = await startGhost(posts, delayMs)
  const folder = await mkdtemp(join(tmpdir(), 'site-scale-'))
  async function clear() {
    ghost.stop()
    await rm(folder, { recursive: true, force: true })
  }
  const own = { PATH: process.env.PATH, LOG_LEVEL: 'error', POSTS_DIR: folder, ...ghost.env }
  try {
    const site = await startBuiltSite({ env: { ...own, ...env } })
    async function stop() {
      await site.stop('SIGKILL')
      await clear()
    }
    return { ...site, ghost, stop }
  } catch (error) {
    await clear()
    throw error
  }
}
