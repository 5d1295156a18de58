import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createPictureRenderer, rendersWithin } from '../../server/media/picture-renderer.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const mebibyte = 1024 * 1024
const source = Buffer.from('GIF89a, and more')

/** The outcome of a picture that this script makes. */
async function rendered(script: string, bytes = source) {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'script.mjs')
  await writeFile(path, script)
  const render = createPictureRenderer({ memoryBytes: 64 * mebibyte, cpuSeconds: 1, script: path })
  await writeFile(join(folder.path, 'original'), bytes)
  const original = await open(join(folder.path, 'original'))
  try {
    return await render(original, { variant: 320, modern: ['webp'] })
  } finally {
    await original.close()
  }
}

it.each([
  ['takes more memory than it may', 'for (const kept = []; ; ) kept.push(Array(1e6).fill(0.5))', /^ended by SIG/],
  ['never ends', 'for (;;);', /^ended by SIG/],
  ['is killed', "process.kill(process.pid, 'SIGKILL')", /^ended by SIGKILL$/],
  ['breaks', "process.kill(process.pid, 'SIGSEGV')", /^ended by SIGSEGV$/],
  ['says why', "process.stdout.write('too many pixels'); process.exitCode = 65", /^too many pixels$/],
  ['makes no picture', "process.stdout.write('<!doctype html>')", /^no picture came of it$/],
  [
    'makes no picture that is known',
    'process.stdout.write(\'{"format":"toString"}\\nGIF89a\')',
    /^no picture came of it$/,
  ],
  ['makes too much', 'process.stdout.write(Buffer.alloc(70_000_000))', /^more than \d+ bytes came of it$/],
])('gives up a source whose decoder %s', async (_what, script, reason) => {
  expect(await rendered(script)).toEqual({ kind: 'undecodable', reason: expect.stringMatching(reason) as string })
})

it.each([
  ['is ended with the site', "process.kill(process.pid, 'SIGTERM')", /SIGTERM$/],
  ['is a broken one', "throw new Error('no script')", / 1$/],
  ['says that it is none', "process.stdout.write('not a picture'); process.exitCode = 66", /^not a picture$/],
])('holds it against no source that its decoder %s', async (_what, script, reason) => {
  expect(await rendered(script)).toEqual({ kind: 'refused', reason: expect.stringMatching(reason) as string })
})

it('gives the decoder the source and the wanted form, and the site what comes of them', async () => {
  const head = JSON.stringify({ format: 'gif', width: 3, height: 2 })
  const echo = `import fs from 'node:fs'; process.stdout.write('${head}\\n' + fs.readFileSync(0) + process.argv[2])`
  const bytes = Buffer.concat([source, Buffer.from('{"variant":320,"modern":["webp"]}')])
  const rendition = { format: 'gif', bytes, size: { width: 3, height: 2 } }
  expect(await rendered(echo)).toEqual({ kind: 'rendered', rendition })
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

it('passes a picture on as it is where there is no decoder, and nothing that is no picture', async () => {
  const without = "process.stdout.write('no libvips here'); process.exitCode = 69"
  const rendition = { format: 'gif', bytes: source, size: null }
  expect(await rendered(without)).toEqual({ kind: 'unrendered', rendition, reason: 'no libvips here' })
  expect(await rendered(without, Buffer.from('a page'))).toEqual({ kind: 'refused', reason: 'not a picture' })
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
