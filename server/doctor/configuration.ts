import type { Config } from '../config/config.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Checks combinations of variables. Each variable is valid by itself. */
export function checkConfiguration(env: Environment, config: Config): Finding[] {
  const { source, newsletter, siteUrl, trustProxy } = config
  const isPublic = siteUrl.startsWith('https:')
  const found = [checkScheme(siteUrl, env.NODE_ENV === 'production'), checkSecret(config)]
  if (isPublic && trustProxy === 0) {
    const harm = 'is 0 though https needs a proxy in front: all visitors seem to have one address, and share its limits'
    found.push(warning('TRUST_PROXY', harm, 'Set it to the number of proxies'))
  }
  if (source.kind === 'ghost') return found
  if (isPublic && newsletter === 'simulated') {
    const harm = 'is simulated: the site thanks subscribers and discards their addresses'
    found.push(warning('NEWSLETTER', harm, 'Connect a Ghost: GHOST_URL and GHOST_CONTENT_API_KEY'))
  }
  for (const name of ['GHOST_ADMIN_API_KEY', 'GHOST_WEBHOOK_SECRET', 'GHOST_MEDIA_HOSTS'])
    if (env[name]?.trim()) found.push(warning(name, 'has no effect without GHOST_URL', 'Set that too, or delete this'))
  return found
}

function checkScheme(siteUrl: string, production: boolean): Finding {
  const { protocol, hostname } = new URL(siteUrl)
  if (protocol === 'https:') return ok('SITE_URL', siteUrl)
  const local = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
  if (local && !production) return ok('SITE_URL', `${siteUrl}, for development`)
  const fault = `${siteUrl} is ${local ? 'an address of this machine only' : 'not https'}`
  const remedy = 'Set it to the public https address: cookies, canonical addresses and feeds are made of it'
  return problem('SITE_URL', fault, remedy)
}

function checkSecret({ siteSecret, source }: Config): Finding {
  if (siteSecret !== null) return ok('SITE_SECRET', 'is set, and all signatures are made from it')
  if (source.kind !== 'ghost')
    return ok('SITE_SECRET', 'is not set: each start makes its own, and invalidates open forms')
  const harm = 'is not set: all signatures follow from GHOST_CONTENT_API_KEY, which Ghost calls safe to publish'
  return warning('SITE_SECRET', harm, 'Set it, the same for all instances: openssl rand -hex 32')
}
