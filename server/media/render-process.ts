import { readFileSync } from 'node:fs'
import { exits } from './picture-process.ts'
import type { Wanted } from './encoding.ts'
import { headOf, render, undecodable } from './rendition.ts'
import { allowOnly, prepareSharp } from './sharp.ts'

// Makes one picture: the original is its standard input, the rendition goes to standard output, or the reason why there is
// none. The renderer starts it, with bounds; the argument is its own.

try {
  // Before the picture is read: it is not to blame for a libvips that cannot be loaded.
  allowOnly(prepareSharp(), ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'])
} catch (error) {
  process.stdout.write(String(error))
  process.exit(exits.unavailable)
}
const wanted = JSON.parse(process.argv[2] ?? '') as Wanted
// Where memory ends, Node throws too.
const rendered = await Promise.resolve()
  .then(() => render(readFileSync(0), wanted))
  .catch((error: unknown) => undecodable(String(error)))
if (rendered.kind === 'rendered') {
  process.stdout.write(headOf(rendered.rendition))
  process.stdout.write(rendered.rendition.bytes)
} else {
  process.exitCode = exits[rendered.kind]
  process.stdout.write(rendered.reason)
}
