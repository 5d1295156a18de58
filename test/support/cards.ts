import { sectionsOf } from './html-cases.ts'

/**
 * The `html` of a post with every card, as Ghost 6 gives it (`all`), or with their other forms: colours, hosts, Ghost 4's (`more`).
 *
 * @param cms the address that Ghost writes into pictures, files and links
 */
export function cardsHtml(which: 'all' | 'more', cms: string): string {
  return sectionsOf(`${which}-cards`, cms)
    .map((section) => section.in)
    .join('\n')
}
