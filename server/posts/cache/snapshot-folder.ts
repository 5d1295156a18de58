import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { writeAtomically } from '../../runtime/atomic-file.ts'
import { makeFolder } from '../../runtime/writable-folder.ts'
import type { SnapshotPlace } from './snapshot.ts'

const fileName = /^[0-9a-f]{32}-\d+-(fr|en)\.json(\.[0-9a-f-]{36}\.part)?$/

/**
 * Snapshots in a folder that several processes may share: files that appear whole, by a rename.
 *
 * @param lifeMs a file that was written longer ago is removed at the start, and so is a killed process's half-written one
 * @param now milliseconds since 1970
 */
export function createSnapshotFolder(directory: string, lifeMs: number, now: () => number): SnapshotPlace {
  const pathOf = (name: string) => join(directory, `${name}.json`)
  const tidied = removeOldFiles().catch(() => {})

  async function removeOldFiles(): Promise<void> {
    for (const file of await readdir(directory)) {
      if (!fileName.test(file)) continue
      const path = join(directory, file)
      const { mtimeMs } = await stat(path)
      if (now() - mtimeMs > lifeMs) await rm(path, { force: true })
    }
  }

  return {
    read: (name) => readFile(pathOf(name), 'utf8').catch(() => null),

    async write(name, text) {
      await tidied
      await makeFolder(directory, 0o700)
      await writeAtomically(pathOf(name), text, 0o600)
    },
  }
}
