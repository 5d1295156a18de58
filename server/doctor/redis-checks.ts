import type { Config } from '../config/config.ts'
import { type Presence, presenceOf } from '../redis/presence.ts'
import { type Finding, ok, problem, warning } from './finding.ts'
import type { RedisAnswers, RedisMemory } from './redis-answers.ts'

/** What to do about a value or a message that is not taken, by the code with which Redis refuses it. */
const remedies: Record<string, string> = {
  OOM: 'Its memory is full: give it maxmemory-policy volatile-ttl, or more memory',
  READONLY: 'It is a replica: let REDIS_URL lead to the one that is written to',
  MISCONF: 'It cannot write to its disk, which the site does not need: save ""',
  NOPERM: 'Let its user do everything with the keys and channels that begin with site: (~site:* &site:* +@all)',
}

/** What a Redis or Valkey says of itself, in the order in which an operator would mend it. */
export function checkRedis(answers: RedisAnswers, { url, timeoutMs }: { url: string; timeoutMs: number }): Finding[] {
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
  const { server, memory, refusal, silence, slowestMs } = answers
  return [
    ok('REDIS_URL', `${server ?? 'a server that does not tell its version'} answers at ${address}`),
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
    ...(memory === null ? [] : [checkMemory(memory)]),
  ]
}

function remedyOf(code: string): string {
  return remedies[code] ?? 'Look into its log'
}

function tooSlow(slowestMs: number, timeoutMs: number): Finding {
  const remedy = 'Bring it closer to the site, or raise REDIS_TIMEOUT_MS'
  return warning('REDIS_TIMEOUT_MS', `it took ${slowestMs} ms, and the site waits for ${timeoutMs}. ${remedy}`)
}

function checkMemory({ policy, usedBytes, mostBytes }: RedisMemory): Finding {
  const used = megabytes(usedBytes)
  if (mostBytes === 0) return ok('REDIS_URL', `it holds ${used} MB, and may take as much memory as there is`)
  const held = `it holds ${used} of ${megabytes(mostBytes)} MB`
  if (policy !== 'noeviction') return ok('REDIS_URL', `${held}; full, it makes room (maxmemory-policy ${policy})`)
  return warning(
    'REDIS_URL',
    `${held}; full, it takes no values (maxmemory-policy noeviction). Set maxmemory-policy volatile-ttl`,
  )
}

function megabytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(bytes < 10 * 2 ** 20 ? 1 : 0)
}

/** A password may stand in front of the host, or among the options behind it. */
function withoutLogin(url: string): string {
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname}`
}

/** What an instance's names in Redis are made of. */
type Identity = Pick<Config, 'siteSecret' | 'ghost' | 'siteUrl'>

const apart = 'they share neither limits of the forms nor cached posts, and two may deliver one message'

/**
 * Whether the instances that use this Redis right now share their state with one of this configuration: the same `SITE_URL`,
 * secret and Ghost make the same names there.
 */
export async function checkInstances(present: readonly Presence[], config: Identity): Promise<Finding[]> {
  const own = await presenceOf(config)
  if (own.fingerprint === null) {
    const remedy = 'Set it, the same for all, if there is more than one'
    return [
      warning('SITE_SECRET', `is not set, nor is GHOST_URL: instances have nothing in common, ${apart}. ${remedy}`),
    ]
  }
  const together = present.filter(
    ({ siteUrl, fingerprint }) => siteUrl === own.siteUrl && fingerprint === own.fingerprint,
  )
  const others = new Map(
    present.filter((one) => !together.includes(one)).map((one) => [JSON.stringify(Object.values(one)), one]),
  )
  const findings = await Promise.all([...others.values()].map((other) => checkOther(other, config)))
  if (together.length === 0) return findings
  return [ok('instances', `running with this SITE_URL and this secret: ${together.length}`), ...findings]
}

async function checkOther({ siteUrl, fingerprint }: Presence, config: Identity): Promise<Finding> {
  if (siteUrl === config.siteUrl) {
    const remedy = 'Give all the same SITE_SECRET, GHOST_URL, GHOST_CONTENT_API_KEY and GHOST_API_VERSION'
    return warning('SITE_SECRET', `an instance of this site has another secret or another Ghost: ${apart}. ${remedy}`)
  }
  if (fingerprint === (await presenceOf(config, siteUrl)).fingerprint) {
    return warning('SITE_URL', `an instance with the same secret has ${siteUrl}: ${apart}. Give all the same`)
  }
  return warning(
    'SITE_URL',
    `an instance of ${siteUrl} uses this Redis too, with another secret: nothing is shared, as it should be with another site. ` +
      'If it is this one, give it the same SITE_URL and SITE_SECRET',
  )
}
