import type { Post } from './post.ts'

/** What search engines and other sites show of a description; Ghost's own excerpt is 500 characters of the text. */
const longestDescription = 200

/** What a post is about, for programs: its author's words for them, else the beginning of its excerpt. */
export function descriptionOf(post: Pick<Post, 'title' | 'excerpt' | 'meta_description'>): string {
  return post.meta_description || shortExcerpt(post) || post.title
}

export function shortExcerpt({ excerpt }: Pick<Post, 'excerpt'>): string {
  return shortened(excerpt, longestDescription)
}

/** The beginning of a text, up to a word's end; `longest` counts the sign for what is left out. */
export function shortened(text: string, longest: number): string {
  if (text.length <= longest) return text
  const beginning = /^.+(?=\s)/s.exec(text.slice(0, longest))?.[0] ?? text.slice(0, longest - 1)
  // Neither what leads on to the words left out, nor half of a character.
  return `${beginning.replace(/[\s,;:.…•«“(–—\ud800-\udbff-]+$/, '')}…`
}
