import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from './temporary-folder.ts'

/** A folder of the test that runs, gone when it is over. */
export async function folderForTest(parent = tmpdir()): Promise<string> {
  const folder = await temporaryFolder(parent)
  onTestFinished(() => folder[Symbol.asyncDispose]())
  return folder.path
}

/** The same in memory if the system can do that: to sync many files takes a disk long. */
export const memoryFolderForTest = () => folderForTest(existsSync('/dev/shm') ? '/dev/shm' : tmpdir())
