import { type Tree, unwrap } from './tree.ts'

/** What a visitor can act on by itself, once the site has made it so: no link can hold it (HTML, "interactive content"). */
const controls = 'audio, video, .kg-embed, .kg-embed-link, pre, table, details, [tabindex]'

/** A link around what has controls of its own goes, and leaves its content. */
export function unwrapControls($: Tree): void {
  $('a[href]')
    .has(controls)
    .each((_, link) => unwrap($(link)))
}
