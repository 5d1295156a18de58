import { randomUUID } from 'node:crypto'
import { open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { codeOf } from './writable-folder.ts'

/** `unsupported`: the file system cannot sync a folder, as some of networks and FUSE. */
export type FolderSync = { kind: 'synced' } | { kind: 'unsupported' | 'failed'; error: unknown }

const unsupported = ['EBADF', 'EINVAL', 'EISDIR', 'ENOSYS', 'ENOTSUP', 'EPERM']

/**
 * Writes a file whole or not at all: to a temporary name beside it, synced, renamed, the folder synced. Rejects only if the file is not
 * there. If the folder is synced, the file and its name outlive a loss of power.
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
): Promise<FolderSync> {
  try {
    await writeFile(temporary, content, { mode, flush: true })
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {})
    throw error
  }
  return syncFolder(dirname(path))
}

/** Never rejects. */
export async function syncFolder(directory: string): Promise<FolderSync> {
  try {
    const folder = await open(directory, 'r')
    await folder.sync().finally(() => folder.close())
    return { kind: 'synced' }
  } catch (error) {
    return { kind: unsupported.includes(codeOf(error)) ? 'unsupported' : 'failed', error }
  }
}
