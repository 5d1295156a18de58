import { lstatSync, mkdtempSync, rmdirSync } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/**
 * Checks that files can be written to a folder, which may not exist yet. Creates a temporary folder in it, or in its nearest
 * existing parent: in `/proc` and `/sys`, permissions alone are misleading.
 *
 * @param path absolute
 * @returns the error code, for example `EACCES`; null if the folder is writable
 */
export function refusalToWrite(path: string): string | null {
  try {
    rmdirSync(mkdtempSync(join(nearestExisting(path), '.tried-')))
    return null
  } catch (error) {
    return codeOf(error)
  }
}

/** A broken link counts as existing, since nothing can be created in its place. */
function nearestExisting(path: string): string {
  try {
    lstatSync(path)
    return path
  } catch (error) {
    if (dirname(path) === path) throw error
    return nearestExisting(dirname(path))
  }
}

/**
 * Creates a folder and its missing parents. Node's `recursive` never ends if the parent exists and is not writable, for example
 * in `/proc`.
 *
 * @param path absolute
 * @param mode the permissions of each new folder
 * @returns the first new folder; undefined if all existed. Rejects like `mkdir`.
 */
export async function makeFolder(path: string, mode: number): Promise<string | undefined> {
  if (await isFolder(path)) return undefined
  const first = await makeFolder(dirname(path), mode)
  try {
    await mkdir(path, mode)
    return first ?? path
  } catch (error) {
    // Another process may have created it meanwhile.
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

/** The system's error code, for example `EACCES`. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
