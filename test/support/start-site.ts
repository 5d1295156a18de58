import { Writable } from 'node:stream'
import { expect, onTestFinished } from 'vitest'
import type { Clock } from '../../server/config/config.ts'
import type { ExternalOptions } from '../../server/media/media.ts'
import type { Observer } from '../../server/runtime/observer.ts'
import { type FakePost, startFakeGhost } from './fake-ghost.ts'
import { listenForTest } from './listen-for-test.ts'
import { patience } from './patience.ts'
import { createHttpServer, createLog, createSite, parseConfig, readBundle } from './test-entry.ts'
import { temporaryFolder } from './temporary-folder.ts'

const bundle = readBundle()

/**
 * Starts a whole site on a free port from environment variables, as an operator does.
 *
 * @param clock the site's clock, or one function for both of its readings
 * @param outside how it reaches other hosts' pictures
 * @param observer gets its events
 */
export async function startSite(
  env: Record<string, string> = {},
  clock?: Clock | (() => number),
  outside?: Partial<ExternalOptions>,
  observer?: Observer,
) {
  const lines: string[] = []
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const server = createHttpServer((req, res) => site.app(req, res), observer?.onRefusal)
  const listening = await listenForTest(server)
  const folder = await temporaryFolder()
  const own = { SITE_URL: listening.url, OUTBOX_DIR: folder.path, POSTS_MAX_MB: '0' }
  const parsed = parseConfig({ ...own, ...patience, ...env })
  if (parsed.kind === 'problems') throw new Error(parsed.problems.join('\n'))
  const both = typeof clock === 'function' ? { now: clock, uptime: clock } : clock
  const site = createSite(parsed.config, await bundle, createLog('debug', sink), both, outside, observer)
  await site.outbox.start()
  await site.restore()

  return {
    app: site.app,
    url: listening.url,
    retire: site.retire,
    warm: site.warm,
    outbox: site.outbox,
    gauges: site.gauges,
    /** The site's log so far. */
    logged: () => lines.join(''),
    async [Symbol.asyncDispose]() {
      await listening[Symbol.asyncDispose]()
      await site.outbox.stop()
      await folder[Symbol.asyncDispose]()
      expect(lines.join(''), 'a text is missing').not.toContain('is missing in')
    },
  }
}

type Settings = Parameters<typeof startSite> extends [env?: infer _, ...rest: infer Rest] ? Rest : never

/** A site with a Ghost that has these posts. Both end with the running test, which must not be concurrent. */
export async function startSiteWithGhost(posts?: FakePost[], env: Record<string, string> = {}, ...settings: Settings) {
  const ghost = await startFakeGhost(posts)
  onTestFinished(() => ghost[Symbol.asyncDispose]())
  const site = await startSite({ ...ghost.env, ...env }, ...settings)
  onTestFinished(() => site[Symbol.asyncDispose]())
  return { ghost, site }
}
