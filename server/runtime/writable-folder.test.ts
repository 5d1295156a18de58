import { mkdir, readdir, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeFolder, refusalToWrite } from './writable-folder.ts'
import { temporaryFolder } from '../../test/support/temporary-folder.ts'

it('creates a folder and its missing parents, and returns the first one', async () => {
  await using folder = await temporaryFolder()
  await mkdir(join(folder.path, 'there'))
  expect(await makeFolder(join(folder.path, 'there/data/outbox'), 0o700)).toBe(join(folder.path, 'there/data'))
  for (const path of ['there/data', 'there/data/outbox']) {
    expect((await stat(join(folder.path, path))).mode & 0o777).toBe(0o700)
  }
  expect(await makeFolder(join(folder.path, 'there/data/outbox'), 0o700)).toBeUndefined()
})

it('creates a folder that several callers want at the same time', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'a/b/c')
  await Promise.all(Array.from({ length: 8 }, () => makeFolder(path, 0o700)))
  expect(await readdir(path)).toEqual([])
})

it.each([
  { path: 'file', code: 'EEXIST' },
  { path: 'file/data', code: 'ENOTDIR' },
  { path: 'leads-nowhere/data', code: 'EEXIST' },
  // Nothing can be created in `/proc`, although it exists: retrying would never end.
  { path: '/proc/absent', code: 'ENOENT' },
  { path: '/proc/absent/data/outbox', code: 'ENOENT' },
])('fails with $code if $path cannot be created', async ({ path, code }) => {
  await using folder = await temporaryFolder()
  await writeFile(join(folder.path, 'file'), '')
  await symlink('nowhere', join(folder.path, 'leads-nowhere'))
  const wanted = path.startsWith('/') ? path : join(folder.path, path)
  await expect(makeFolder(wanted, 0o700)).rejects.toMatchObject({ code })
})

it.each([
  { path: '', refusal: null },
  { path: 'made/later', refusal: null },
  { path: 'file', refusal: 'ENOTDIR' },
  { path: 'file/data', refusal: 'ENOTDIR' },
  { path: 'leads-nowhere/data', refusal: 'ENOENT' },
  { path: '/dev/null/data', refusal: 'ENOTDIR' },
  // Root may write there, according to the permissions.
  { path: '/proc', refusal: 'ENOENT' },
  { path: '/proc/absent/outbox', refusal: 'ENOENT' },
])('reports $refusal for writing to "$path", and leaves nothing there', async ({ path, refusal }) => {
  await using folder = await temporaryFolder()
  await writeFile(join(folder.path, 'file'), '')
  await symlink('nowhere', join(folder.path, 'leads-nowhere'))
  expect(refusalToWrite(path.startsWith('/') ? path : join(folder.path, path))).toBe(refusal)
  expect((await readdir(folder.path)).sort()).toEqual(['file', 'leads-nowhere'])
})
