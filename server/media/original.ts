import { randomUUID } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../runtime/writable-folder.ts'

/**
 * A picture as its host has it: an open file without a name. The site's process holds none of its bytes, the process that makes a
 * rendition reads it as its standard input, and nothing of it is left once it is closed.
 */
export type Original = FileHandle

/** The largest one, in bytes. */
export const mostOriginalBytes = 20 * 1024 * 1024

/**
 * Writes a body to such a file. Rejects where no file can be made and where the body breaks off.
 *
 * @param folders the first one in which a file can be made is taken
 * @returns null for a body of more than {@link mostOriginalBytes}
 */
export async function receiveOriginal(
  body: AsyncIterable<string | Buffer>,
  folders: readonly string[],
): Promise<Original | null> {
  const file = await openNameless(folders)
  try {
    let length = 0
    for await (const chunk of body) {
      const bytes = Buffer.from(chunk)
      if (length + bytes.length > mostOriginalBytes) {
        await file.close()
        return null
      }
      // At its place: the position stays at the beginning for the process that reads on.
      await file.write(bytes, 0, bytes.length, length)
      length += bytes.length
    }
    return file
  } catch (error) {
    await file.close().catch(() => {})
    throw error
  }
}

async function openNameless([folder = '', ...others]: readonly string[]): Promise<FileHandle> {
  try {
    await makeFolder(folder, 0o777)
    const path = join(folder, `${randomUUID()}.part`)
    const file = await open(path, 'wx+', 0o600)
    await rm(path, { force: true })
    return file
  } catch (error) {
    if (others.length === 0) throw error
    return openNameless(others)
  }
}

export async function readOriginal(original: Original): Promise<Buffer> {
  const { size } = await original.stat()
  const { buffer } = await original.read(Buffer.alloc(size), 0, size, 0)
  return buffer
}
