import type { PurgeConfig } from '../config/config.ts'
import type { Purge } from '../edge/purge.ts'
import { type Finding, ok, problem } from './finding.ts'

/** Nothing has this tag. */
const tag = 'doctor'

const remedies: Record<PurgeConfig['engine'], string> = {
  varnish: 'Check that each runs with deploy/varnish, lets this machine purge, and has the same PURGE_TOKEN',
  fastly: 'Expected https://api.fastly.com/service/<id>, and a token with purge_select',
  cloudflare:
    'Expected https://api.cloudflare.com/client/v4/zones/<id>, and a token that may purge the cache of the zone',
}

/** Whether the cache at the edge takes a purge, of nothing. */
export async function checkEdge({ engine }: PurgeConfig, purge: Purge): Promise<Finding> {
  const outcome = await purge([tag])
  if (outcome.kind === 'purged') return ok('PURGE_URL', `${engine} takes purges`)
  const consequence = 'visitors get pages of before a change'
  return problem('PURGE_URL', `${engine} takes no purge: it ${outcome.why}, and ${consequence}. ${remedies[engine]}`)
}
