import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createRenderer, rendersWithin } from '../../server/media/renderer.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const mebibyte = 1024 * 1024
const source = Buffer.from('GIF89a, and more')
const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')

/** What comes of a picture where this is the script that makes it. */
async function rendered(script: string, bytes = source) {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'script.mjs')
  await writeFile(path, script)
  const render = createRenderer({ memoryBytes: 64 * mebibyte, cpuSeconds: 1, script: path })
  return await render(bytes, { variant: 320, modern: ['webp'] })
}

it.each([
  ['takes more memory than it may', 'for (const kept = []; ; ) kept.push(Array(1e6).fill(0.5))', /^ended by SIG/],
  ['never ends', 'for (;;);', /^ended by SIG/],
  ['is killed', "process.kill(process.pid, 'SIGKILL')", /^ended by SIGKILL$/],
  ['breaks', "process.kill(process.pid, 'SIGSEGV')", /^ended by SIGSEGV$/],
  ['says why', "process.stdout.write('too many pixels'); process.exitCode = 65", /^too many pixels$/],
  ['makes no picture', "process.stdout.write('<!doctype html>')", /^no picture came of it$/],
  ['makes too much', 'process.stdout.write(Buffer.alloc(70_000_000))', /^more than \d+ bytes came of it$/],
])('gives up a source whose decoder %s', async (_what, script, reason) => {
  expect(await rendered(script)).toEqual({ kind: 'undecodable', reason: expect.stringMatching(reason) as string })
})

it.each([
  ['is ended with the site', "process.kill(process.pid, 'SIGTERM')", /SIGTERM$/],
  ['is a broken one', "throw new Error('no sharp')", / 1$/],
])('holds it against no source that its decoder %s', async (_what, script, reason) => {
  expect(await rendered(script)).toEqual({ kind: 'refused', reason: expect.stringMatching(reason) as string })
})

it('gives the decoder the source and the wanted form, and the site what comes of them', async () => {
  const echo =
    "import { buffer } from 'node:stream/consumers'; process.stdout.write(await buffer(process.stdin) + process.argv[2])"
  const bytes = Buffer.concat([source, Buffer.from('{"variant":320,"modern":["webp"]}')])
  expect(await rendered(echo)).toEqual({ kind: 'rendered', rendition: { format: 'gif', bytes } })
})

it('gives the decoder none of the site’s secrets', async () => {
  const tell = 'process.stdout.write(Object.keys(process.env).sort().join()); process.exitCode = 65'
  const names = (await rendered(tell)) as { reason: string }
  // The shell adds its own.
  const own = names.reason.split(',').filter((name) => !['OLDPWD', 'PWD', 'SHLVL', '_'].includes(name))
  expect(own).toEqual(['MALLOC_ARENA_MAX', 'NODE_ENV', 'UV_THREADPOOL_SIZE', 'VIPS_DISC_THRESHOLD'])
})

it('lets the decoder write no file', async () => {
  const write =
    "import fs from 'node:fs'; try { fs.writeFileSync(import.meta.filename + '.x', 'x') } catch (error) { process.stdout.write(error.code) } process.exitCode = 65"
  expect(await rendered(write)).toEqual({ kind: 'undecodable', reason: 'EFBIG' })
})

it('starts nothing for what is not decoded', async () => {
  const never = "process.kill(process.pid, 'SIGKILL')"
  expect(await rendered(never, drawing)).toEqual({ kind: 'rendered', rendition: { format: 'svg', bytes: drawing } })
  expect(await rendered(never, Buffer.from('a page'))).toEqual({ kind: 'refused', reason: 'not a picture' })
})

it.each([
  [64, 8, 1],
  [192, 8, 1],
  [384, 8, 2],
  [2000, 8, 3],
  [2000, 2, 1],
  [2000, 1, 1],
])('with %i MB on %i cores makes %i pictures at once', (megabytes, cores, count) => {
  expect(rendersWithin(megabytes * mebibyte, cores)).toBe(count)
})
