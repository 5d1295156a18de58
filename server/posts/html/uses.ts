import type { Attributes } from 'sanitize-html'

/** Elements without a meaning of their own, and what they may say that they are. */
const plain = ['div', 'p', 'span']
const roles = ['group', 'img', 'note', 'region']

/** Elements that may have a name as they are; any other may have one only where it has a role (ARIA in HTML, §4). */
const nameable = 'a audio blockquote details figure h2 h3 h4 h5 h6 hr img li ol summary table td th ul video'.split(' ')

/** What a part of a post says of its use, as far as it may: its role, its name, and whether a keyboard reaches it. */
export function withFittingUse(tag: string, attribs: Attributes): Attributes {
  const hasRole = plain.includes(tag) && roles.includes(attribs.role ?? '')
  // An address that the site does not show leaves words alone, which are no link.
  const mayHaveName = hasRole || (nameable.includes(tag) && (tag !== 'a' || Boolean(attribs.href)))
  return Object.fromEntries(
    Object.entries(attribs).filter(([name, value]) => {
      if (name === 'role') return hasRole
      if (name === 'aria-label') return mayHaveName
      return name !== 'tabindex' || value === '0'
    }),
  )
}
