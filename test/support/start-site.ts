import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { expect } from 'vitest'
import type { ExternalOptions } from '../../server/media/picture-source.ts'
import type { Observer } from '../../server/log/observer.ts'
import { createHttpServer, createLog, createSite, parseConfig, readBundle } from './parts.ts'

const bundle = readBundle()

/**
 * A whole site on a free port, from environment variables, as an operator would start it.
 *
 * @param now the site's clock, in milliseconds since 1970
 * @param outside how it reaches other hosts' pictures
 * @param observer hears what it does
 */
export async function startSite(
  env: Record<string, string> = {},
  now?: () => number,
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const folder = await mkdtemp(join(tmpdir(), 'site-outbox-'))
  const own = { SITE_URL: url, OUTBOX_DIR: folder, MEDIA_MAX_MB: '0', POSTS_MAX_MB: '0' }
  // A list that is late because the machine is busy is no late list.
  const parsed = parseConfig({ ...own, POSTS_WAIT_MS: '20000', ...env })
  if (parsed.kind === 'problems') throw new Error(parsed.problems.join('\n'))
  const site = createSite(parsed.config, await bundle, createLog('debug', sink), now, outside, observer)
  await site.outbox.start()
  await site.connect()

  return {
    app: site.app,
    cms: site.cms,
    url,
    retire: site.retire,
    warm: site.warm,
    outbox: site.outbox,
    gauges: site.gauges,
    /** Everything that the site has logged so far. */
    logged: () => lines.join(''),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await site.outbox.stop()
      site.disconnect()
      await rm(folder, { recursive: true })
      expect(lines.join(''), 'a text is missing').not.toContain('is missing in')
    },
  }
}
