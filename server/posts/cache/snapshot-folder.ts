import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { writeAtomically } from '../../runtime/atomic-file.ts'
import { makeFolder } from '../../runtime/writable-folder.ts'
import type { SnapshotStore } from './snapshot.ts'

const fileName = /^[0-9a-f]{32}-\d+-(fr|en)\.json(\.[0-9a-f-]{36}\.part)?$/

/**
 * Stores snapshots in a folder that several processes may share. Files are written atomically, by a rename.
 *
 * @param lifeMs files that are older are removed at startup, including incomplete files of killed processes
 * @param now milliseconds since 1970
 */
export function createSnapshotFolder(directory: string, lifeMs: number, now: () => number): SnapshotStore {
  const pathOf = (name: string) => join(directory, `${name}.json`)
  const cleanup = removeOldFiles().catch(() => {})

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
      await cleanup
      await makeFolder(directory, 0o700)
      await writeAtomically(pathOf(name), text, 0o600)
    },
  }
}
