export type Heading = { id: string; title: string }

/** The maximum number of headings in an article's index. */
const maxHeadings = 100

/** The first second-level headings of sanitised HTML that have an id and a text. */
export function headingsOf(html: string): Heading[] {
  return [...html.matchAll(/<h2\b[^>]*?\bid="([^"]+)"[^>]*>([\s\S]*?)<\/h2>/g)]
    .map(([, id = '', inner = '']) => ({ id, title: plainText(inner) }))
    .filter(({ title }) => title !== '')
    .slice(0, maxHeadings)
}

/** Sanitised HTML escapes only these four. */
const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

/** Sanitised HTML as a screen reader reads it: a picture becomes its `alt`, a new line or a block becomes a space. */
function plainText(html: string): string {
  return html
    .replace(/<img\b[^>]* alt="([^"]*)"[^>]*>/g, '$1')
    .replace(/<(?:br|\/?(?:div|p|li|ul|ol))\b[^>]*>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:amp|lt|gt|quot);/g, (entity) => entities[entity] ?? entity)
    .trim()
}

/** An author's words for a sign-up card; empty if the author wrote nothing. */
export type SignUp = { title: string; description: string }

/** The place for the newsletter block. The server leaves at most one in a post, at the top level of its HTML. */
const signUpCard = /<div class="kg-signup-card">(?:<h2>([^<]*)<\/h2>)?(?:<p>([^<]*)<\/p>)?<\/div>/

/** Splits sanitised HTML at the newsletter block; without a block, `before` is all of it. */
export function splitAtSignUp(html: string): { before: string; signUp: SignUp | null; after: string } {
  const match = signUpCard.exec(html)
  if (match === null) return { before: html, signUp: null, after: '' }
  const [whole, title = '', description = ''] = match
  return {
    before: html.slice(0, match.index),
    signUp: { title: plainText(title), description: plainText(description) },
    after: html.slice(match.index + whole.length),
  }
}
