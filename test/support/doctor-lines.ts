import fetch from 'node-fetch'
import { examine, formatFinding } from '../../server/doctor/doctor.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** The doctor's lines about a configuration with its own outbox. No site is running unless `env` names one. */
export async function doctorLines(env: Record<string, string>): Promise<string[]> {
  await using outbox = await temporaryFolder()
  const folders = { OUTBOX_DIR: outbox.path, POSTS_DIR: outbox.path + '/posts' }
  return (await examine({ ...folders, SITE_URL: 'http://127.0.0.1:1', ...env }, fetch, Date.now)).map(formatFinding)
}
