import { type FileHandle, open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { writeAtomically } from './atomic-file.ts'
import { temporaryFolder } from '../../test/support/temporary-folder.ts'

/** This method syncs all files and folders. */
async function prototypeOfHandles(directory: string): Promise<FileHandle> {
  await using handle = await open(directory, 'r')
  return Object.getPrototypeOf(handle) as FileHandle
}

it('syncs a complete file before the renaming, and its folder after it', async () => {
  await using folder = await temporaryFolder()
  const temporary = join(folder.path, 'a.tmp')
  const seen: unknown[] = []
  using _spied = vi.spyOn(await prototypeOfHandles(folder.path), 'sync').mockImplementation(async function (
    this: FileHandle,
  ) {
    const isFolder = (await this.stat()).isDirectory()
    seen.push([isFolder, await readdir(folder.path), isFolder ? '' : await readFile(temporary, 'utf8')])
  })
  await writeAtomically(join(folder.path, 'a'), 'whole', 0o600, temporary)
  expect(seen).toEqual([
    [false, ['a.tmp'], 'whole'],
    [true, ['a'], ''],
  ])
})

it.each([
  ['EINVAL', 'unsupported'],
  ['ENOTSUP', 'unsupported'],
  ['EPERM', 'unsupported'],
  ['EIO', 'failed'],
])('keeps a file whose folder is not synced, because of %s', async (code, kind) => {
  await using folder = await temporaryFolder()
  const error = Object.assign(new Error(code), { code })
  // The file first.
  using spied = vi.spyOn(await prototypeOfHandles(folder.path), 'sync').mockResolvedValueOnce()
  spied.mockRejectedValueOnce(error)
  const path = join(folder.path, 'a')
  expect(await writeAtomically(path, 'whole', 0o600)).toEqual({ kind, error })
  expect(await readFile(path, 'utf8')).toBe('whole')
})

it('deletes a file that could not be synced instead of renaming it', async () => {
  await using folder = await temporaryFolder()
  using _spied = vi.spyOn(await prototypeOfHandles(folder.path), 'sync').mockRejectedValue(new Error('EIO'))
  await expect(writeAtomically(join(folder.path, 'a'), 'whole', 0o600)).rejects.toThrow('EIO')
  expect(await readdir(folder.path)).toEqual([])
})
