import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder of a test's own, gone when the test is over. */
export async function temporaryFolder(parent = tmpdir()) {
  const path = await mkdtemp(join(parent, 'site-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
