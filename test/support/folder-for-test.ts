import { onTestFinished } from 'vitest'
import { temporaryFolder } from './temporary-folder.ts'

/** A folder of the running test, removed at its end. */
export async function folderForTest(): Promise<string> {
  const folder = await temporaryFolder()
  onTestFinished(() => folder[Symbol.asyncDispose]())
  return folder.path
}
