import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A test's own folder, removed at its end. */
export async function temporaryFolder(parent = tmpdir()) {
  const path = await mkdtemp(join(parent, 'site-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
