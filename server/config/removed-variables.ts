/** Variables that earlier versions read. They have no effect. The log and the doctor name those that are still set. */
export const removedVariables = [
  'PURGE',
  'PURGE_URL',
  'PURGE_TOKEN',
  'EDGE_TTL_SECONDS',
  'REDIS_URL',
  'REDIS_TIMEOUT_MS',
  'POSTS_MAX_ENTRIES',
  'MEDIA_DIR',
  'MEDIA_MAX_MB',
  'MEDIA_MEMORY_MB',
] as const

/** The names of removed variables that are set. An empty variable counts as not set. */
export function removedVariablesIn(env: Readonly<Record<string, string | undefined>>): string[] {
  return removedVariables.filter((name) => env[name]?.trim())
}
