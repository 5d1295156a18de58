import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fetch from 'node-fetch'
import { expect, it } from 'vitest'
import { examine, formatFinding } from '../../server/doctor/doctor.ts'
import { startSite } from '../support/start-site.ts'
import { env } from './support/env.ts'

const examined = {
  ...env,
  GHOST_ADMIN_API_KEY: process.env.GHOST_ADMIN_API_KEY ?? '',
  GHOST_WEBHOOK_SECRET: 'un-secret-de-test',
  SITE_SECRET: 'un-autre-secret-de-test',
  OUTBOX_DIR: await mkdtemp(join(tmpdir(), 'outbox-')),
}

const complaintsOf = async (changes: Record<string, string>) =>
  (await examine({ ...examined, ...changes }, fetch, Date.now)).filter(({ level }) => level !== 'ok').map(formatFinding)

it('reports no problem with a real Ghost', async () => {
  await using site = await startSite(examined)
  expect(await complaintsOf({ SITE_URL: site.url })).toEqual([expect.stringMatching(/^warning {2}mail:/)])
})

it('reports that Ghost rejects the keys, also at a URL that is not Ghost’s own', async () => {
  const wrong = {
    GHOST_URL: env.GHOST_URL.replace('127.0.0.1', 'localhost'),
    GHOST_CONTENT_API_KEY: '0'.repeat(26),
    GHOST_ADMIN_API_KEY: examined.GHOST_ADMIN_API_KEY.replace(/.{8}$/, '01234567'),
    GHOST_WEBHOOK_SECRET: '',
  }
  const lines = await complaintsOf(wrong)
  expect(lines).toEqual([
    expect.stringMatching(/^warning {2}SITE_URL:/),
    expect.stringMatching(/^problem {2}GHOST_CONTENT_API_KEY: .*Unknown Content API Key/),
    expect.stringMatching(/^problem {2}GHOST_ADMIN_API_KEY: .*Invalid token/),
    expect.stringMatching(/^warning {2}GHOST_WEBHOOK_SECRET:/),
    expect.stringMatching(/^warning {2}mail:/),
  ])
  expect(lines.join('\n')).not.toContain('01234567')
})
