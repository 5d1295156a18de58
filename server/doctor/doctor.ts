/**
 * The doctor: checks a configuration, and the Ghost, mail server and folders that it names. It also requests SITE_URL as
 * visitors do. It changes nothing, and no finding contains a secret. The site knows nothing about this room.
 */
import { resolve } from 'node:path'
import { folders, parseConfig, removedVariablesIn } from '../config/config.ts'
import { greetMailServer } from '../delivery/delivery.ts'
import { type Fetch, identified } from '../http/fetch.ts'
import { projectRoot } from '../runtime/project-root.ts'
import { checkConfiguration, type Environment } from './configuration.ts'
import { type Finding, ok, warning } from './finding.ts'
import { checkGhost } from './ghost.ts'
import { checkFolder, checkMail, checkPages, checkWebhook } from './site.ts'

/**
 * @param env as `process.env`
 * @param now milliseconds since 1970
 */
export async function examine(env: Environment, call: Fetch, now: () => number): Promise<Finding[]> {
  const found: Finding[] = []
  const removed = removedVariablesIn(env)
  if (removed.length > 0) {
    const fault = `removed variables are still set, and ignored: ${removed.join(', ')}`
    found.push(warning('configuration', fault, 'Delete them (docs/configuration.md, Removed variables)'))
  }
  const parsed = parseConfig(env, folders)
  if (parsed.kind === 'problems')
    return found.concat(parsed.problems.map((text) => ({ level: 'problem', about: 'configuration', text })))

  const { config } = parsed
  const { source, mail, outbox, siteUrl } = config
  const fetch = identified(call, siteUrl)
  found.push(...checkConfiguration(env, config), await checkPages(siteUrl, fetch))
  if (source.kind === 'markdown')
    found.push(ok('posts', `come from the Markdown files in ${source.directory}; GHOST_URL is not set`))
  else if (source.kind === 'ghost') {
    found.push(...(await checkGhost(source, fetch, now)), await checkWebhook(config, fetch, now()))
    const { copies } = source
    if (copies.maxBytes > 0) found.push(checkFolder('POSTS_DIR', resolve(projectRoot, copies.directory)))
  }
  found.push(checkFolder('OUTBOX_DIR', resolve(projectRoot, outbox.directory)))
  found.push(checkMail(mail, mail && (await greetMailServer(mail.url))))
  return found
}

export function formatFinding({ level, about, text }: Finding): string {
  return `${level.padEnd(8)} ${about}: ${text}`
}
