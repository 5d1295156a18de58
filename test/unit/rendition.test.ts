import sharp from 'sharp'
import { expect, it } from 'vitest'
import { headOf, parseRendition, render, type Rendered } from '../../server/media/rendition.ts'

const wanted = { variant: 'own', modern: [] } as const
const sizeOf = (rendered: Rendered) => (rendered.kind === 'rendered' ? rendered.rendition.size : rendered.kind)

it.each(['png', 'jpeg', 'webp', 'avif', 'gif'] as const)(
  'says how large the picture is that it makes of %s',
  async (format) => {
    const picture = sharp({ create: { width: 120, height: 40, channels: 3, background: '#c33' } })
    const rendered = await render(await picture.toFormat(format).toBuffer(), wanted)
    expect(sizeOf(rendered)).toEqual({ width: 120, height: 40 })
  },
)

it('says how large one frame is of a picture that moves', async () => {
  const frames = Buffer.concat([0, 100, 200].map((shade) => Buffer.alloc(120 * 40, shade)))
  const film = sharp(frames, { raw: { width: 120, height: 120, channels: 1, pageHeight: 40 } })
  for (const bytes of [await film.clone().gif().toBuffer(), await film.clone().webp().toBuffer()]) {
    expect(sizeOf(await render(bytes, wanted))).toEqual({ width: 120, height: 40 })
  }
})

it('says no size of a drawing, and refuses what is no picture', async () => {
  const sizes = ['<svg width="1" height="1"></svg>', 'nothing', '\x89PNG\r\n\x1a\nnothing'].map(async (text) =>
    sizeOf(await render(Buffer.from(text, 'latin1'), wanted)),
  )
  expect(await Promise.all(sizes)).toEqual([null, 'refused', 'undecodable'])
})

it.each([null, { width: 2400, height: 16_000 }])(
  'a rendition of the size %j passes between processes as it is',
  (size) => {
    const rendition = { format: 'webp', bytes: Buffer.from('a\n{"format":"gif"}\n'), size } as const
    expect(parseRendition(Buffer.concat([Buffer.from(headOf(rendition)), rendition.bytes]))).toEqual(rendition)
  },
)

it.each(['', '\n', 'GIF89a', '{"format":"exe"}\nMZ', '{"format":"gif","width":1}\nGIF89a', '{"format":"toString"}\n'])(
  'takes %j from no process as a picture',
  (output) => expect(parseRendition(Buffer.from(output))).toBeNull(),
)
