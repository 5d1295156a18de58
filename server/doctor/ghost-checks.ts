import { fallback } from '../../shared/language.ts'
import type { Config } from '../config/config.ts'
import type { BrowsePosts } from '../posts/ghost/client.ts'
import { GhostError } from '../posts/ghost/error.ts'
import type { TryPost } from '../posts/ghost/post-reader.ts'
import { type Finding, ok, problem, warning } from './finding.ts'
import type { GhostReading, Failed, GhostAnswers, PostCount } from './ghost-answers.ts'

type Answered = Exclude<GhostAnswers, Failed>

/** The findings in a Ghost's answers, in the order in which an operator would mend it. */
export function checkGhost(answers: GhostAnswers, { ghost, mediaHosts, newsletter }: Config): Finding[] {
  if (ghost === null) return []
  if (answers.kind === 'failed') return [unreachable(answers, ghost.url)]
  const { version, url } = answers
  return [
    checkVersion(version),
    checkAddress([url, ...urlsIn(answers.fr), ...urlsIn(answers.en)], ghost.url),
    ...checkPosts(answers, ghost.url),
    ...checkFiles(answers.files, ghost.url, mediaHosts),
    ...(newsletter === 'ghost' ? checkMembers(answers) : [ok('newsletter', 'simulated: nothing is sent to Ghost')]),
    checkAdmin(answers.admin),
  ]
}

function unreachable({ message, status, movedTo }: Failed, url: string): Finding {
  if (movedTo !== null) return moved(url, movedTo)
  const remedy =
    status === null
      ? 'Check GHOST_URL, that Ghost runs, and that this machine can reach it'
      : 'Check that GHOST_URL is the address of a Ghost, without the /ghost of its admin, and that it has finished starting'
  return problem('GHOST_URL', `no Ghost answers at ${url} (${message}). ${remedy}`)
}

function moved(url: string, to: string): Finding {
  return problem('GHOST_URL', `${url} leads on to ${to}. Set GHOST_URL to the address that answers itself`)
}

function urlsIn(answer: GhostReading<PostCount>): string[] {
  return answer.kind === 'answered' ? answer.value.urls : []
}

function checkVersion(version: string): Finding {
  const major = Number.parseInt(version, 10)
  if (major === 5 || major === 6) return ok('Ghost', `version ${version} answers`)
  return warning('Ghost', `version ${version} answers; this site is tested with 5 and 6`)
}

/** Addresses of the CMS are recognised by its host and folder; where Ghost uses others, they would reach visitors. */
function checkAddress(urls: readonly string[], ghostUrl: string): Finding {
  const root = new URL(`${ghostUrl}/`)
  const foreign = urls.find((url) => {
    const { host, pathname } = new URL(url, root)
    return host !== root.host || !pathname.startsWith(root.pathname)
  })
  if (foreign === undefined) return ok('GHOST_URL', `${ghostUrl} is the address that Ghost itself uses`)
  return problem(
    'GHOST_URL',
    `Ghost uses other addresses than ${ghostUrl}, such as ${foreign}: links and pictures of posts would lead visitors ` +
      `to the CMS. Set GHOST_URL to Ghost's own address (its setting "url"), or that setting to GHOST_URL`,
  )
}

function checkPosts({ fr, en, both, neither }: Answered, ghostUrl: string): Finding[] {
  for (const answer of [fr, en, both, neither]) {
    if (answer.kind === 'answered') continue
    if (answer.movedTo !== null) return [moved(ghostUrl, answer.movedTo)]
    const remedy =
      answer.status === 401 || answer.status === 403
        ? 'Copy the Content API key anew: Ghost Admin, Settings, Integrations'
        : 'Look into the log of Ghost'
    return [problem('GHOST_CONTENT_API_KEY', `posts cannot be read (${answer.message}). ${remedy}`)]
  }
  return [
    ok('GHOST_CONTENT_API_KEY', 'Ghost accepts it'),
    checkLanguage('fr', fr),
    checkLanguage('en', en),
    ...checkTags(neither, 'on no page, for want of the tag fr or en'),
    ...checkTags(both, 'in the lists of both languages, by the tags fr and en; expected one of them'),
  ]
}

function checkLanguage(language: string, answer: GhostReading<PostCount>): Finding {
  const total = answer.kind === 'answered' ? answer.value.total : 0
  if (total > 0) return ok('posts', `${total} in the list of ${language}`)
  return warning('posts', `none has the tag ${language}: the list of that language is empty`)
}

function checkTags(answer: GhostReading<PostCount>, fault: string): Finding[] {
  if (answer.kind === 'failed' || answer.value.total === 0) return []
  const { total, titles } = answer.value
  const more = total > titles.length ? ' …' : ''
  return [warning('posts', `${total} ${fault}: ${titles.map((title) => `"${title}"`).join(', ')}${more}`)]
}

/** Files of another host become links: perhaps it is Ghost's own, and the configuration does not name it. */
function checkFiles(files: GhostReading<string[]>, ghostUrl: string, mediaHosts: readonly string[]): Finding[] {
  const root = new URL(`${ghostUrl}/`)
  const addresses = files.kind === 'answered' ? files.value.filter((address) => URL.canParse(address, root)) : []
  const hosts = new Set(addresses.map((address) => new URL(address, root).host))
  const foreign = [...hosts].filter((host) => host !== '' && host !== root.host && !mediaHosts.includes(host))
  if (foreign.length === 0) return []
  const remedy = 'Where Ghost keeps its own files there, name it in GHOST_MEDIA_HOSTS'
  return [
    warning(
      'GHOST_MEDIA_HOSTS',
      `posts name sounds, films or files of ${foreign.join(', ')}, shown as links. ${remedy}`,
    ),
  ]
}

function checkMembers({ signUp, integrityToken }: Answered): Finding[] {
  const where = 'Ghost Admin, Settings, Membership, Access: "Anyone can sign up"; or set NEWSLETTER=simulated'
  // The finding about the posts names a refused key.
  if (signUp.kind === 'failed' && (signUp.status === 401 || signUp.status === 403)) return []
  if (signUp.kind === 'failed') return [problem('newsletter', `settings cannot be read (${signUp.message})`)]
  if (signUp.value !== 'all') {
    return [problem('newsletter', `Ghost does not let everybody subscribe (it says "${signUp.value}"). ${where}`)]
  }
  if (integrityToken.kind === 'failed') {
    const remedy = 'Check that nothing in front of Ghost keeps /members/api/ from this machine'
    return [problem('newsletter', `subscriptions cannot begin (${integrityToken.message}). ${remedy}`)]
  }
  return [ok('newsletter', 'Ghost takes subscriptions')]
}

function checkAdmin(admin: GhostReading<null> | null): Finding {
  if (admin === null) return ok('GHOST_ADMIN_API_KEY', 'is not set: posts cannot be previewed at /preview')
  if (admin.kind === 'answered')
    return ok('GHOST_ADMIN_API_KEY', 'Ghost accepts it: posts can be previewed at /preview')
  return problem(
    'GHOST_ADMIN_API_KEY',
    `Ghost does not accept it (${admin.message}). Copy the Admin API key anew (Ghost Admin, Settings, Integrations), ` +
      'and compare the clocks of both machines',
  )
}

const newest = new URLSearchParams({ limit: '100', order: 'published_at DESC' })

/** Makes the newest posts, and warns of those that the site does not show whole. */
export async function checkRefusedPosts(browsePosts: BrowsePosts, tryPost: TryPost): Promise<Finding[]> {
  const found: Finding[] = []
  try {
    for (const post of (await browsePosts(newest)).posts) {
      const made = await tryPost(post, fallback)
      const reason = made.kind === 'made' ? made.leftOut : made.reason
      if (reason === undefined) continue
      const part = made.kind === 'made' ? 'part of' : 'the text of'
      const fault = `${part} "${post.title}" is not shown (${reason})`
      found.push(warning('posts', `${fault}. Simplify it in Ghost's editor`))
    }
  } catch (error) {
    // Another finding says already that Ghost does not answer.
    if (!(error instanceof GhostError)) throw error
  }
  return found
}
