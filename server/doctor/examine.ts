import { resolve } from 'node:path'
import { languages } from '../../shared/language.ts'
import { type Config, parseConfig } from '../config/config.ts'
import { folders } from '../config/environment.ts'
import { greetMailServer } from '../delivery/mail-server.ts'
import { type Fetch, identified } from '../http/fetch.ts'
import { createTexts } from '../http/texts.ts'
import { refusalToWrite } from '../runtime/writable-folder.ts'
import { createGhostAdmin } from '../posts/ghost/admin.ts'
import { createGhostClient } from '../posts/ghost/client.ts'
import { createGhostRequest } from '../posts/ghost/request.ts'
import { createGhostRewriter } from '../posts/ghost/rewriter.ts'
import { createPostLabels } from '../posts/html/labels.ts'
import { createSanitise } from '../posts/html/sanitise.ts'
import { createFileReader } from '../posts/markdown/file-reader.ts'
import { createPostParser } from '../posts/markdown/post-parser.ts'
import { createMarkdownSource } from '../posts/markdown/source.ts'
import type { TryPost } from '../posts/ghost/post-reader.ts'
import { makePost } from '../posts/ghost/post-maker.ts'
import { projectRoot } from '../runtime/project-root.ts'
import { createKeys } from '../config/derived-keys.ts'
import { type Finding, ok, problem, warning } from './finding.ts'
import { askGhost } from './ghost-answers.ts'
import { checkGhost, checkRefusedPosts } from './ghost-checks.ts'
import { checkGhostPairs, checkPairs } from './pair-checks.ts'
import {
  checkDelivery,
  checkMail,
  checkOutbox,
  checkRemovedVariables,
  checkSecret,
  checkSiteUrl,
} from './site-checks.ts'
import { checkWebhook, tryDelivery } from './webhook-check.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Checks a configuration and what it names: the Ghost, the outbox, the running site. No finding holds a secret.
 *
 * @param now milliseconds since 1970
 */
export async function examine(env: Environment, call: Fetch, now: () => number): Promise<Finding[]> {
  const removed = checkRemovedVariables(env)
  const parsed = parseConfig(env, folders)
  if (parsed.kind === 'problems') return [...removed, ...parsed.problems.map((line) => problem('configuration', line))]
  const { config } = parsed
  const fetch = identified(call, config.siteUrl)
  const outbox = resolve(projectRoot, config.outbox.directory)
  return [
    ...removed,
    ...checkSiteUrl(config, env.NODE_ENV === 'production'),
    checkSecret(config),
    ...(await checkDelivery(config.siteUrl, fetch)),
    ...(config.ghost === null ? await examineFiles(config) : await examineGhost(config, fetch, now)),
    checkMail(config.mail, config.mail && (await greetMailServer(config.mail.url))),
    checkOutbox(outbox, refusalToWrite(outbox)),
  ]
}

async function examineGhost(config: Config, fetch: Fetch, now: () => number): Promise<Finding[]> {
  const { ghost, adminKey, webhookSecret, siteUrl, posts } = config
  if (ghost === null) return []
  const ask = createGhostRequest(ghost, fetch, now)
  const askAdmin = adminKey === null ? null : createGhostAdmin(ask, adminKey, now)
  const answers = await askGhost(ask, askAdmin, ghost)
  const target = `${siteUrl}/webhooks/ghost`
  const status = webhookSecret === null ? undefined : await tryDelivery(target, webhookSecret, fetch, now())
  const rewrite = createGhostRewriter(config, ghost.url, createKeys(config))
  const labelsIn = createPostLabels(createTexts(() => {}))
  const tryPost: TryPost = (post, language) => Promise.resolve(makePost({ rewrite, siteUrl, labelsIn }, post, language))
  const browsePosts = createGhostClient(ghost, fetch, now)
  return [
    ...checkGhost(answers, config),
    ...(answers.kind === 'answered' ? await checkRefusedPosts(browsePosts, tryPost) : []),
    ...(answers.kind === 'answered' ? await checkGhostPairs(ask, askAdmin, ghost) : []),
    checkWebhook(target, status, posts.ttlMs / 1000),
  ]
}

async function examineFiles({ posts, adminKey, webhookSecret, mediaHosts, siteUrl }: Config): Promise<Finding[]> {
  const folder = resolve(projectRoot, posts.directory)
  const leftOut: string[] = []
  const readPost = createFileReader({
    readBuilt: () => Promise.resolve(new Map()),
    loadParser: () => Promise.resolve(createPostParser(createSanitise(null, createPostLabels(createTexts(() => {}))))),
    siteUrl,
  })
  const source = createMarkdownSource(folder, readPost, (message) => leftOut.push(message))
  const readings = await Promise.all(languages.map((language) => source.readList(language)))
  const found = readings.map((reading, index) =>
    reading.kind === 'read'
      ? ok('posts', `${reading.value.length} Markdown files of ${languages[index]}; no Ghost is configured`)
      : problem('CONTENT_DIR', `${folder} cannot be read (${reading.message}). Expected Markdown files in fr and en`),
  )
  const [fr = [], en = []] = readings.map((reading) => (reading.kind === 'read' ? reading.value : []))
  found.push(...checkPairs({ fr, en }))
  for (const message of leftOut)
    found.push(problem('CONTENT_DIR', `${message}. The article is left out; mend its file`))
  if (adminKey !== null) found.push(uselessWithoutGhost('GHOST_ADMIN_API_KEY', 'have no previews'))
  if (webhookSecret !== null) found.push(uselessWithoutGhost('GHOST_WEBHOOK_SECRET', 'send no webhooks'))
  if (mediaHosts.length > 0) found.push(uselessWithoutGhost('GHOST_MEDIA_HOSTS', 'have no storage'))
  return found
}

function uselessWithoutGhost(name: string, lacking: string): Finding {
  return warning(name, `is of no use without GHOST_URL: Markdown files ${lacking}`)
}
