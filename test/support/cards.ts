import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')

/** The `html` of a post with every card, as Ghost 6 gives it, and of one with their other forms: colours, hosts, Ghost 4's. */
const every = { all: read('all-cards.html'), more: read('more-cards.html') }

/** @param cms the address that Ghost writes into pictures, files and links */
export function cardsHtml(which: keyof typeof every, cms: string): string {
  return every[which].replaceAll('{{cms}}', cms).replaceAll('{{cms-host}}', new URL(cms).hostname)
}
