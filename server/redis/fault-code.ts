/** `ECONNREFUSED`, `OOM`, `WRONGPASS`: the part of an error that names no address, key or value. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { previousErrors, code } = error as Error & { previousErrors?: Error[]; code?: unknown }
  if (previousErrors?.[0]) return codeOf(previousErrors[0])
  if (typeof code === 'string') return code
  if (/^(Socket timeout|Command timed out)/.test(error.message)) return 'no answer'
  return /^[A-Z]{2,}/.exec(error.message)?.[0] ?? error.name
}
