import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Writes a file whole or not at all, for its owner alone: to a temporary name beside it, then renamed.
 *
 * @param temporary in the same folder, and this process's own
 * @param durable whether file and name must outlive a loss of power once this resolves
 * @see fsync(2): syncing a file does not sync the entry in the folder that holds it
 */
export async function writeAtomically(
  path: string,
  temporary: string,
  content: string | Uint8Array,
  durable: boolean,
): Promise<void> {
  try {
    const file = await open(temporary, 'w', 0o600)
    try {
      await file.writeFile(content)
      if (durable) await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {})
    throw error
  }
  if (durable) await syncFolder(dirname(path))
}

export async function syncFolder(directory: string): Promise<void> {
  const folder = await open(directory, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
