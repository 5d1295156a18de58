import type { Config } from '../config/config.ts'
import { type Presence, presenceOf } from '../redis/presence.ts'
import { type Finding, ok, warning } from './finding.ts'

const apart = 'they share neither limits of the forms nor copies, and two may deliver one message'

/**
 * Whether the instances that use this Redis right now share what they know with one of this configuration: their names there
 * are made of `SITE_URL`, the secret and the Ghost.
 */
export async function checkInstances(
  present: readonly Presence[],
  config: Pick<Config, 'siteSecret' | 'ghost' | 'siteUrl'>,
): Promise<Finding[]> {
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

async function checkOther(
  { siteUrl, fingerprint }: Presence,
  config: Pick<Config, 'siteSecret' | 'ghost' | 'siteUrl'>,
): Promise<Finding> {
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
