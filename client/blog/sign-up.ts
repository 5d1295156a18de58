import { plainText } from './headings.ts'

/** The words that an author gave a sign-up card; empty where there are none. */
export type SignUp = { title: string; description: string }

/** The one place for the newsletter block that the server leaves in a post, always at the top level of its HTML. */
const place = /<div class="kg-signup-card">(?:<h2>([^<]*)<\/h2>)?(?:<p>([^<]*)<\/p>)?<\/div>/

/** Sanitised HTML, cut in two where the newsletter block goes; all in `before` where none does. */
export function splitAtSignUp(html: string): { before: string; signUp: SignUp | null; after: string } {
  const match = place.exec(html)
  if (match === null) return { before: html, signUp: null, after: '' }
  const [whole, title = '', description = ''] = match
  return {
    before: html.slice(0, match.index),
    signUp: { title: plainText(title), description: plainText(description) },
    after: html.slice(match.index + whole.length),
  }
}
