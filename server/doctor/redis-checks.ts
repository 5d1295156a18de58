import { type Finding, ok, problem, warning } from './finding.ts'
import type { RedisAnswers } from './redis-answers.ts'

/** The remedy for a value or a message that is not taken, by the code with which Redis refuses it. */
const remedies: Record<string, string> = {
  OOM: 'Its memory is full: give it maxmemory-policy volatile-ttl, or more memory',
  READONLY: 'It is a replica: let REDIS_URL lead to the one that is written to',
  MISCONF: 'It cannot write to its disk, which the site does not need: save ""',
  NOPERM: 'Let its user do everything with the keys and channels that begin with site: (~site:* &site:* +@all)',
}

/**
 * Findings about a Redis or Valkey, in the order in which an operator would mend it.
 *
 * @param fingerprint as instances of this configuration log it at their start; null: each start has another
 */
export function checkRedis(
  answers: RedisAnswers,
  { url, timeoutMs }: { url: string; timeoutMs: number },
  fingerprint: string | null,
): Finding[] {
  const address = withoutLogin(url)
  if (answers.kind === 'failed') {
    const remedy = 'Check that it runs, that this machine can reach it, and the login in REDIS_URL'
    return [
      problem(
        'REDIS_URL',
        `nothing to be used answers at ${address} (${answers.why}): each instance goes on alone. ${remedy}`,
      ),
    ]
  }
  const { refusal, silence, slowestMs } = answers
  return [
    ok('REDIS_URL', `it answers at ${address}`),
    refusal === null
      ? ok('REDIS_URL', 'it takes a value, gives it back and forgets it')
      : problem('REDIS_URL', `it takes no values (${refusal}). ${remedyOf(refusal)}`),
    silence === null
      ? ok('REDIS_URL', 'it passes messages on')
      : problem(
          'REDIS_URL',
          `it passes no messages on (${silence}), by which instances tell each other of changes. ${remedyOf(silence)}`,
        ),
    ...(slowestMs > timeoutMs ? [tooSlow(slowestMs, timeoutMs)] : []),
    fingerprint === null
      ? warning('SITE_SECRET', 'is not set, nor is GHOST_URL: instances share nothing. Set it, the same for all')
      : ok('REDIS_URL', `instances that log the fingerprint ${fingerprint} at their start share counts and lists`),
  ]
}

function remedyOf(code: string): string {
  return remedies[code] ?? 'Look into its log'
}

function tooSlow(slowestMs: number, timeoutMs: number): Finding {
  const remedy = 'Bring it closer to the site, or raise REDIS_TIMEOUT_MS'
  return warning('REDIS_TIMEOUT_MS', `it took ${slowestMs} ms, and the site waits for ${timeoutMs}. ${remedy}`)
}

/** A password may stand in front of the host, or among the options behind it. */
function withoutLogin(url: string): string {
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname}`
}
