import { randomUUID } from 'node:crypto'
import { open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Writes a file whole or not at all: to a temporary name beside it, synced, renamed, the folder synced. Once resolved, the
 * file and its name outlive a loss of power.
 *
 * @param mode permissions, less the process's umask
 * @param temporary in the same folder, and this process's own
 * @see fsync(2): syncing a file does not sync the entry in the folder that holds it
 */
export async function writeAtomically(
  path: string,
  content: string | Uint8Array,
  mode: number,
  temporary = `${path}.${randomUUID()}.part`,
): Promise<void> {
  try {
    await writeFile(temporary, content, { mode, flush: true })
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {})
    throw error
  }
  await syncFolder(dirname(path))
}

export async function syncFolder(directory: string): Promise<void> {
  const folder = await open(directory, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
