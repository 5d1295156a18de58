import type { Visibility } from '../../../shared/post.ts'

/** Ghost's `paid`, `tiers` and whatever else it may come to know are all more than a subscription. */
export function parseVisibility(value: string | null | undefined): Visibility {
  if (value === null || value === undefined || value === 'public') return 'public'
  return value === 'members' ? 'members' : 'restricted'
}

/** The text before Ghost's own mark of where the public part ends; empty if there is no such mark. */
export function publicPartOf(body: string): string {
  const end = body.indexOf('<!--members-only-->')
  return end === -1 ? '' : body.slice(0, end)
}
