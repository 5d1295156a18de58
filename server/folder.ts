import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a folder and what is missing above it. Node's own way, `recursive`, asks for ever where the folder above is there and
 * nothing can be made in it, as in `/proc`.
 *
 * @param path absolute
 * @param mode the permissions of each folder that is made
 * @returns the first that was made; undefined where all were there. Rejects as `mkdir` does.
 */
export async function makeFolder(path: string, mode: number): Promise<string | undefined> {
  if (await isFolder(path)) return undefined
  const first = await makeFolder(dirname(path), mode)
  try {
    await mkdir(path, mode)
    return first ?? path
  } catch (error) {
    // Another process may have been faster.
    if (await isFolder(path)) return first
    throw error
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
}

/** What the system calls a failure, as `EACCES`. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
