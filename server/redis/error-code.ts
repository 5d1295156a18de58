/** `ECONNREFUSED`, `OOM`, `WRONGPASS`: the part of an error that names no address, key or value. */
export function redisErrorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { previousErrors, code } = error as Error & { previousErrors?: Error[]; code?: unknown }
  if (previousErrors?.[0]) return redisErrorCode(previousErrors[0])
  if (typeof code === 'string') return code
  if (isLate(error)) return 'no answer'
  return /^[A-Z]{2,}/.exec(error.message)?.[0] ?? error.name
}

/** Whether ioredis itself has given up to wait (`commandTimeout`, `socketTimeout`). */
export function isLate(error: unknown): boolean {
  return error instanceof Error && /^(Socket timeout|Command timed out)/.test(error.message)
}
