import { lstatSync, mkdtempSync, rmdirSync } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/**
 * Whether files can be kept in a folder, which may have to be made first. Tries it with a temporary folder, there or in the
 * nearest existing folder above: in `/proc` and `/sys` the permissions promise more than they give.
 *
 * @param path absolute
 * @returns the code of the failure, as `EACCES`; null where there is none
 */
export function refusalToWrite(path: string): string | null {
  try {
    rmdirSync(mkdtempSync(join(nearestExisting(path), '.tried-')))
    return null
  } catch (error) {
    return codeOf(error)
  }
}

/** A broken link exists too: nothing can be made in its place. */
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
 * Makes a folder and what is missing above it. Node's `recursive` never ends where the folder above exists and nothing can be
 * made in it, as in `/proc`.
 *
 * @param path absolute
 * @param mode the permissions of each folder that is made
 * @returns the first that was made; undefined where all existed. Rejects as `mkdir` does.
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

/** The system's name of a failure, as `EACCES`. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
