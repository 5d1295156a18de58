import sharp from 'sharp'
import { expect, it } from 'vitest'
import { createSizeReader } from './picture-sizes.ts'

function sizeOf(bytes: Buffer, chunkBytes = 100): string[] {
  const sizes: string[] = []
  const read = createSizeReader(({ width, height }) => void sizes.push(`${width}x${height}`))
  for (let at = 0; at < bytes.length; at += chunkBytes) read(bytes.subarray(at, at + chunkBytes))
  return sizes
}

const picture = sharp({ create: { width: 60, height: 40, channels: 3, background: '#456' } })

it.each(['jpeg', 'png', 'gif', 'webp', 'avif'] as const)(
  'reads the size of a %s once, from its first bytes',
  async (format) => {
    expect(sizeOf(await picture.clone().toFormat(format).toBuffer())).toEqual(['60x40'])
  },
)

it('reads the displayed size of a photograph, whatever its orientation in the file', async () => {
  expect(sizeOf(await picture.clone().withMetadata({ orientation: 6 }).jpeg().toBuffer())).toEqual(['40x60'])
})

it.each([
  ['<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"/>', ['30x20']],
  ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 12"/>', ['2400x1200']],
  ['<svg xmlns="http://www.w3.org/2000/svg"/>', []],
  ['no picture', []],
])('reads the size of %s as %j', (text, sizes) => {
  expect(sizeOf(Buffer.from(text))).toEqual(sizes)
})

it('gives up after 64 KB', () => {
  const long = Buffer.from(`<svg ${' '.repeat(70_000)}width="30" height="20"/>`)
  expect(sizeOf(long, 16_384)).toEqual([])
})
