import { mkdir, readdir, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeFolder, refusalToWrite } from './writable-folder.ts'
import { temporaryFolder } from '../../test/support/temporary-folder.ts'

it('makes a folder and its missing parents, and returns the first that it made', async () => {
  await using folder = await temporaryFolder()
  await mkdir(join(folder.path, 'there'))
  expect(await makeFolder(join(folder.path, 'there/data/outbox'), 0o700)).toBe(join(folder.path, 'there/data'))
  for (const path of ['there/data', 'there/data/outbox']) {
    expect((await stat(join(folder.path, path))).mode & 0o777).toBe(0o700)
  }
  expect(await makeFolder(join(folder.path, 'there/data/outbox'), 0o700)).toBeUndefined()
})

it('makes a folder for several callers at once', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'a/b/c')
  await Promise.all(Array.from({ length: 8 }, () => makeFolder(path, 0o700)))
  expect(await readdir(path)).toEqual([])
})

/** Paths below a folder with a file and a broken link; the code if they cannot be made, and if nothing can be written there. */
it.each<{ path: string; cannotMake?: string; cannotWrite: string | null }>([
  { path: '', cannotWrite: null },
  { path: 'made/later', cannotWrite: null },
  { path: 'file', cannotMake: 'EEXIST', cannotWrite: 'ENOTDIR' },
  { path: 'file/data', cannotMake: 'ENOTDIR', cannotWrite: 'ENOTDIR' },
  { path: 'leads-nowhere/data', cannotMake: 'EEXIST', cannotWrite: 'ENOENT' },
  { path: '/dev/null/data', cannotMake: 'ENOTDIR', cannotWrite: 'ENOTDIR' },
  // By its mode, root may write there.
  { path: '/proc', cannotWrite: 'ENOENT' },
  // Nothing can be created in `/proc`, though it exists: retrying would never end.
  { path: '/proc/absent', cannotMake: 'ENOENT', cannotWrite: 'ENOENT' },
  { path: '/proc/absent/data/outbox', cannotMake: 'ENOENT', cannotWrite: 'ENOENT' },
])('reports $cannotWrite for "$path", and leaves nothing there', async ({ path, cannotMake, cannotWrite }) => {
  await using folder = await temporaryFolder()
  await writeFile(join(folder.path, 'file'), '')
  await symlink('nowhere', join(folder.path, 'leads-nowhere'))
  const wanted = path.startsWith('/') ? path : join(folder.path, path)
  expect(refusalToWrite(wanted)).toBe(cannotWrite)
  expect((await readdir(folder.path)).sort()).toEqual(['file', 'leads-nowhere'])
  if (cannotMake) await expect(makeFolder(wanted, 0o700)).rejects.toMatchObject({ code: cannotMake })
})
