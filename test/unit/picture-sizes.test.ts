import sharp from 'sharp'
import { expect, it } from 'vitest'
import { createPictureSizes } from '../../server/media/picture-sizes.ts'

it.each(['png', 'jpeg', 'webp', 'avif', 'gif'] as const)(
  'learns the size of a picture from what it sends: %s',
  async (format) => {
    const known = createPictureSizes()
    const picture = sharp({ create: { width: 120, height: 40, channels: 3, background: '#c33' } })
    await known.learn('/a', await picture.toFormat(format).toBuffer())
    expect(known.of('/a')).toEqual({ width: 120, height: 40 })
    expect(known.of('/b')).toBeNull()
  },
)

it('learns no size of a drawing, nor of what is no picture', async () => {
  const known = createPictureSizes()
  for (const text of ['<svg width="1" height="1"></svg>', 'nothing', '\x89PNG\r\n\x1a\nnothing']) {
    await known.learn('/a', Buffer.from(text, 'latin1'))
    expect(known.of('/a')).toBeNull()
  }
})
