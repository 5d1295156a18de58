/** A message of this size takes a phone a second; nobody should wait for an answer that does not come. */
const patienceMs = 30_000

/** Gives up an exchange with the site after a while; an older browser waits as long as its connection does. */
export function patience(): AbortSignal | undefined {
  return AbortSignal.timeout?.(patienceMs)
}
