import { type CheerioAPI, load } from 'cheerio'

/** A post's HTML as a tree: the very one that a browser makes of it (parse5, HTML Standard). Nothing in it is trusted yet. */
export type Tree = CheerioAPI

export function parseTree(html: string): Tree {
  return load(html, null, false)
}

/** What shows something without a single word. */
const shown = /<(?:img|audio|video|hr)\b|class="kg-signup-card"/

/** Whether a reader would see nothing of it. */
export function isBlank(html: string): boolean {
  return !shown.test(html) && !/[^\s\u200b-\u200d\u2060]/.test(html.replace(/<[^>]*>|&nbsp;/g, ''))
}
