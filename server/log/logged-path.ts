const longest = 300
const uuid = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gi

/**
 * What of a request's address may stand in the log: not its query, no part that holds an e-mail address, and no uuid, since that of
 * a preview lets its reader see the draft.
 */
export function loggedPath(url: string): string {
  const end = url.indexOf('?')
  const path = end === -1 ? url : url.slice(0, end)
  // Part by part: one expression for it all would take a tenth of a second for the longest address.
  const parts = path.split('/').map((part) => (/@|%40/.test(part) ? '(address)' : part))
  return parts.join('/').replace(uuid, '(uuid)').slice(0, longest)
}
