import { randomUUID } from 'node:crypto'
import { open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { codeOf } from './writable-folder.ts'

/** `unsupported`: the file system cannot sync folders, like some network and FUSE file systems. */
export type FolderSync = { kind: 'synced' } | { kind: 'unsupported' | 'failed'; error: unknown }

const unsupported = ['EBADF', 'EINVAL', 'EISDIR', 'ENOSYS', 'ENOTSUP', 'EPERM']

/**
 * Writes a file completely or not at all: to a temporary file, synced and renamed. Rejects only if the file was not written. Once
 * the folder is synced, the file survives a power failure.
 *
 * @param mode permissions, minus the process's umask
 * @param temporary a path in the same folder that only this process uses
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
