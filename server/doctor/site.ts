import type { Config, MailConfig } from '../config/config.ts'
import type { Greeting } from '../delivery/delivery.ts'
import { digestOf } from '../http/content-encoding.ts'
import type { Fetch } from '../http/fetch.ts'
import { refusalToWrite } from '../runtime/writable-folder.ts'
import { sign } from '../webhook/webhook.ts'
import { certificateRemedy, type Finding, ok, problem, warning } from './finding.ts'

/** Requests the home page as a visitor does. Its entity tag is a digest, which shows whether something changed it on the way. */
export async function checkPages(siteUrl: string, fetch: Fetch): Promise<Finding> {
  const headers = { Accept: 'text/html', 'Accept-Encoding': 'identity' }
  const answer = await request('SITE_URL', fetch, `${siteUrl}/`, { headers })
  if ('level' in answer) return answer
  const { status, body, headers: sent } = answer
  if (status !== 200) {
    const fault = `${siteUrl} answers with ${status} ${sent.get('location') ?? ''}; expected 200`
    return problem('SITE_URL', fault, "Set it to the address that answers itself; check the proxy and the site's log")
  }
  const tag = sent.get('etag')?.replace(/^W\//, '') ?? ''
  if (tag.startsWith(`"${digestOf('text/html; charset=utf-8', body)}`))
    return ok('SITE_URL', 'pages arrive as the site sends them')
  const harm = `something between the site and ${siteUrl} changes pages, and browsers render them again, with an error`
  const remedy = 'Switch off what minifies, rewrites or adds to HTML there (docs/scale.md, Behind a CDN)'
  return warning('SITE_URL', harm, remedy)
}

/** Sends a signed delivery to the running site. Ghost does not show its own webhooks to integrations. */
export async function checkWebhook(config: Config, fetch: Fetch, now: number): Promise<Finding> {
  const name = 'GHOST_WEBHOOK_SECRET'
  const target = `${config.siteUrl}/webhooks/ghost`
  const setUp = `In Ghost Admin, Settings, Integrations, set a webhook "Site changed" to ${target} with this secret`
  if (config.webhookSecret === null)
    return warning(name, `is not set: posts are old for up to ${config.posts.ttlMs / 1000} s`, `Set it. ${setUp}`)
  // About a member, not a post: the site accepts it and refreshes nothing.
  const body = '{"member":{}}'
  const signature = `sha256=${sign(config.webhookSecret, body, String(now)).toString('hex')}, t=${now}`
  const headers = { 'Content-Type': 'application/json', 'X-Ghost-Signature': signature }
  const answer = await request(name, fetch, target, { method: 'POST', headers, body })
  if ('level' in answer) return answer
  if (answer.status === 204)
    return ok(name, `${target} accepts it. Ghost needs it too, which only you can see. ${setUp}`)
  const cause =
    { 401: 'has another secret', 404: 'has no secret, or is elsewhere' }[answer.status] ?? 'fails, or its proxy does'
  const fault = `${target} answers a signed delivery with ${answer.status}; expected 204: the running site ${cause}`
  return problem(name, fault, 'Check SITE_URL and the proxy, and restart the site with this secret')
}

/** @returns a finding if the request fails. Only a wrong certificate is a problem, since the doctor often runs before the site. */
async function request(about: string, fetch: Fetch, address: string, options: Parameters<Fetch>[1]) {
  try {
    const answer = await fetch(address, { ...options, redirect: 'manual', signal: AbortSignal.timeout(5000) })
    const body = Buffer.from(await answer.arrayBuffer())
    return { status: answer.status, headers: answer.headers, body }
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    const fault = `${address} cannot be reached from here (${reason})`
    const remedy = certificateRemedy(reason)
    return remedy === null ? warning(about, fault, 'Start the site, then ask again') : problem(about, fault, remedy)
  }
}

/** @param greeting of the mail server; null if no mail server is configured */
export function checkMail(mail: MailConfig | null, greeting: Greeting | null): Finding {
  if (mail === null || greeting === null)
    return warning('mail', 'contact messages stay in the outbox', 'Set SMTP_URL and CONTACT_TO to have them sent')
  if (greeting.kind === 'failed') {
    const usual = 'Check its address, login and certificate, and that this machine can reach it'
    const fault = `the mail server cannot be used (${greeting.why}): contact messages wait`
    return problem('SMTP_URL', fault, certificateRemedy(greeting.why) ?? usual)
  }
  const count = mail.to.split(',').length
  const way = `contact messages go to ${count} recipient${count === 1 ? '' : 's'} (CONTACT_TO: ${mail.to}) from CONTACT_FROM, ${mail.from}`
  if (greeting.kind === 'secure') return ok('mail', `${way}; the mail server greets, over TLS with a valid certificate`)
  const doubt = `without TLS or with an invalid certificate (${greeting.why})`
  const remedy = certificateRemedy(greeting.why) ?? 'On another machine, ask for TLS: ?requireTLS=true'
  return ok('mail', `${way}; the mail server greets, but ${doubt}. ${remedy}`)
}

/** @param refusal the error code if no file can be written there; otherwise null */
export function checkFolder(name: string, folder: string, refusal = refusalToWrite(folder)): Finding {
  if (refusal === null) return ok(name, `${folder} can be written to`)
  const fault = `${folder} cannot be written to (${refusal}): nothing is kept there`
  return problem(name, fault, 'Let the user of the site write there, on a disk with room that outlives the container')
}
