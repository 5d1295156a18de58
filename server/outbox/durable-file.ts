import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Writes a file whole or not at all, for its owner alone: to a temporary name beside it, synced, renamed, the folder
 * synced. Once resolved, the file and its name outlive a loss of power.
 *
 * @see fsync(2): syncing a file does not sync the entry in the folder that holds it
 */
export async function writeDurably(path: string, temporary: string, text: string): Promise<void> {
  try {
    const file = await open(temporary, 'w', 0o600)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
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
