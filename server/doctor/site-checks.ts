import type { Config, MailConfig } from '../config/config.ts'
import { removedVariablesIn } from '../config/removed-variables.ts'
import type { Greeting } from '../delivery/mail-server.ts'
import { digestOf } from '../http/content-encoding.ts'
import type { Fetch } from '../http/fetch.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

/** The site's own address, and what it says of the proxy in front. */
export function checkSiteUrl({ siteUrl, trustProxy }: Config, production: boolean): Finding[] {
  const { protocol, hostname } = new URL(siteUrl)
  const local = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
  if (protocol === 'https:') {
    const secure = ok('SITE_URL', siteUrl)
    if (trustProxy > 0) return [secure]
    const shared = 'all visitors seem to come from one address, and share its limits. Set it to the number of proxies'
    return [secure, warning('TRUST_PROXY', `is 0 though https needs a proxy in front: ${shared}`)]
  }
  if (local && !production) return [ok('SITE_URL', `${siteUrl}, for development`)]
  const remedy = 'Set it to the public https address: cookies, canonical addresses and feeds are made of it'
  return [problem('SITE_URL', `${siteUrl} is ${local ? 'an address of this machine only' : 'not https'}. ${remedy}`)]
}

/** The variables of an earlier version that are still set, in one line; no finding if all are unset. */
export function checkRemovedVariables(env: Readonly<Record<string, string | undefined>>): Finding[] {
  const names = removedVariablesIn(env)
  if (names.length === 0) return []
  const remedy = 'Delete them (docs/configuration.md, Removed variables)'
  return [warning('configuration', `removed variables are still set, and ignored: ${names.join(', ')}. ${remedy}`)]
}

/** Where the site's signatures come from. */
export function checkSecret({ siteSecret, ghost }: Config): Finding {
  const name = 'SITE_SECRET'
  if (siteSecret !== null) return ok(name, 'is set, and all signatures are made from it')
  if (ghost === null) return ok(name, 'is not set: each start makes its own, and forms that are open then are void')
  return warning(
    name,
    'is not set: all signatures, of forms, of addresses of pictures, of pictures on disk, follow from ' +
      'GHOST_CONTENT_API_KEY, which Ghost calls safe to publish. Set it, the same for all instances: openssl rand -hex 32',
  )
}

/**
 * @param mail null where there is none
 * @param greeting of its mail server
 */
export function checkMail(mail: MailConfig | null, greeting: Greeting | null): Finding {
  if (mail === null || greeting === null) {
    return warning('mail', 'contact messages stay in the outbox. Set SMTP_URL and CONTACT_TO to have them sent')
  }
  const { to, from } = mail
  const count = to.split(',').length
  const way = `contact messages go to ${count} recipient${count === 1 ? '' : 's'} (CONTACT_TO: ${to}) from CONTACT_FROM, ${from}`
  switch (greeting.kind) {
    case 'secure':
      return ok('mail', `${way}; the mail server greets, over TLS with a certificate that holds`)
    case 'insecure':
      return ok(
        'mail',
        `${way}; the mail server greets, but without TLS or with a certificate that does not hold ` +
          `(${greeting.why}). On another machine that lets the network read them: see NODE_EXTRA_CA_CERTS`,
      )
    case 'failed':
      return problem(
        'SMTP_URL',
        `the mail server cannot be used (${greeting.why}): contact messages wait. Check its address, login and certificate, ` +
          'and that this machine can reach it',
      )
  }
}

/** @param refusal why no file can be written there; null where one can */
export function checkOutbox(folder: string, refusal: string | null): Finding {
  if (refusal === null) return ok('OUTBOX_DIR', `${folder} can be written to`)
  const remedy = 'Make it a folder that the user of the site may write to, on a disk that outlives the container'
  return problem(
    'OUTBOX_DIR',
    `${folder} cannot be written to (${refusal}): nothing that visitors send is safe. ${remedy}`,
  )
}

const timeoutMs = 5000

/** The Content-Type of every page, which its entity tag covers; proxies write it in other ways. */
const pageType = 'text/html; charset=utf-8'

/**
 * Whether the home page arrives byte for byte, by its entity tag, which is a digest of it; nothing where no page can be had from
 * here.
 */
export async function checkDelivery(siteUrl: string, fetch: Fetch): Promise<Finding[]> {
  try {
    const answer = await fetch(`${siteUrl}/`, {
      headers: { Accept: 'text/html', 'Accept-Encoding': 'identity' },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const body = Buffer.from(await answer.arrayBuffer())
    if (answer.status !== 200 || !/^text\/html\b/.test(answer.headers.get('content-type') ?? '')) return []
    const tag = answer.headers.get('etag')?.replace(/^W\//, '') ?? ''
    if (tag.startsWith(`"${digestOf(pageType, body)}`)) return [ok('SITE_URL', 'pages arrive as the site sends them')]
  } catch {
    return []
  }
  const harm = 'without comments or blanks of its own, each page is made anew in the browser, with an error'
  const remedy = 'Switch off what minifies, rewrites or adds to HTML there (docs/operations.md, Behind a CDN)'
  return [warning('SITE_URL', `something between the site and ${siteUrl} changes pages: ${harm}. ${remedy}`)]
}
