import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startFakeGhost } from '../../support/fake-ghost.ts'
import { webhookSecret } from '../../support/ghost-delivery.ts'
import { startNginx } from '../../support/nginx.ts'
import { siteHost } from '../../support/over-https.ts'
import { freePort } from '../../support/free-port.ts'
import { startBuiltSite } from '../../support/start-built-site.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { posts } from './addresses.ts'

export type BuiltSite = Awaited<ReturnType<typeof startBuiltSite>>

/** The address of an instance for nginx. */
const placeOf = ({ url }: Pick<BuiltSite, 'url'>) => new URL(url).host

/**
 * An operator's set-up: two processes of the built site with their own folders, one Ghost, and nginx in front.
 *
 * @param env of both instances
 * @param replaced texts of nginx's configuration to replace
 */
export async function startBehindProxy(env: Record<string, string> = {}, replaced: Record<string, string> = {}) {
  const folder = await temporaryFolder()
  const ghost = await startFakeGhost(posts)
  const shared = {
    ...ghost.env,
    SITE_URL: `https://${siteHost}`,
    TRUST_PROXY: '1',
    POSTS_MAX_MB: '1',
    GHOST_WEBHOOK_SECRET: webhookSecret,
    ...env,
  }
  const processes: BuiltSite[] = []
  async function start(port: number | string): Promise<BuiltSite> {
    const own = {
      PORT: String(port),
      OUTBOX_DIR: `${folder.path}/${port}/outbox`,
      POSTS_DIR: `${folder.path}/${port}/posts`,
    }
    const process = await startBuiltSite({ ...shared, ...own })
    processes.push(process)
    return process
  }
  const [site1, site2] = await Promise.all([freePort().then(start), freePort().then(start)])
  // An instance with its list in memory shows the latest posts on the home page.
  for (const { url } of [site1, site2]) await fetch(`${url}/api/posts?lang=fr`)
  const nginx = await startNginx([placeOf(site1), placeOf(site2)], {}, replaced)
  return {
    ghost,
    site1,
    site2,
    nginx,
    ask: nginx.ask,
    /** Stops every instance. Resolves to the content of their folders as text. */
    async leave(): Promise<string> {
      await Promise.all(processes.map((process) => process.end('SIGTERM')))
      const files = await readdir(folder.path, { recursive: true, withFileTypes: true })
      const held = files.filter((file) => file.isFile()).map(({ parentPath, name }) => join(parentPath, name))
      return (await Promise.all(held.map((file) => readFile(file, 'utf8')))).join('\n')
    },
    /** Starts another process on the port and folder of one that has stopped. */
    restart: ({ url }: BuiltSite) => start(new URL(url).port),
    async [Symbol.asyncDispose]() {
      for (const held of [nginx, ...processes, ghost, folder]) await held[Symbol.asyncDispose]()
    },
  }
}
