import { buffer } from 'node:stream/consumers'
import type { Wanted } from './encoding.ts'
import { render, undecodable, undecodableExit } from './rendition.ts'
import { forbidOtherLoaders, prepareSharp } from './sharp.ts'

// Makes one picture: the source comes on standard input, the rendition goes to standard output, or the reason why there is
// none. The renderer starts it, with bounds; the argument is its own.

// Before the picture is read: it is not to blame for a libvips that cannot be loaded.
forbidOtherLoaders()
prepareSharp()
const wanted = JSON.parse(process.argv[2] ?? '') as Wanted
// Where memory ends, Node throws too.
const rendered = await buffer(process.stdin)
  .then((bytes) => render(bytes, wanted))
  .catch((error: unknown) => undecodable(String(error)))
if (rendered.kind === 'rendered') {
  process.stdout.write(rendered.rendition.bytes)
} else {
  process.exitCode = undecodableExit
  process.stdout.write(rendered.reason)
}
