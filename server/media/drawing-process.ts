import { buffer } from 'node:stream/consumers'
import { exits } from './picture-process.ts'
import { allowOnly, prepareSharp } from './sharp.ts'

// Makes a PNG of one of the site's own drawings: the SVG comes on standard input, the picture goes to standard output. It has
// the same bounds as the process of a post's picture; libvips may read nothing but SVG here.

const sharp = prepareSharp()
allowOnly(sharp, ['Svg'])
try {
  process.stdout.write(
    await sharp(await buffer(process.stdin))
      .png({ palette: true, compressionLevel: 9 })
      .toBuffer(),
  )
} catch (error) {
  process.exitCode = exits.undecodable
  process.stdout.write(String(error))
}
