import fetch from 'node-fetch'
import { examine } from '../../server/doctor/examine.ts'
import { lineOf } from '../../server/doctor/finding.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** The doctor's lines about a configuration with a folder for its outbox; where `now` stands still, no machine is too slow. */
export async function doctorLines(env: Record<string, string>, now: () => number = Date.now): Promise<string[]> {
  await using outbox = await temporaryFolder()
  return (await examine({ OUTBOX_DIR: outbox.path, ...env }, fetch, now)).map(lineOf)
}
