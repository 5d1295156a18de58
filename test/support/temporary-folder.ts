import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder of a test, removed at its end. */
export async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), 'site-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
