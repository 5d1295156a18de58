import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from './temporary-folder.ts'

/** A folder for the running test, removed at its end. */
export async function folderForTest(parent = tmpdir()): Promise<string> {
  const folder = await temporaryFolder(parent)
  onTestFinished(() => folder[Symbol.asyncDispose]())
  return folder.path
}

/** The same in memory if the system supports it, since disks sync many files slowly. */
export const memoryFolderForTest = () => folderForTest(existsSync('/dev/shm') ? '/dev/shm' : tmpdir())
