import dns from 'node:dns'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import request from 'supertest'
import { afterEach, expect, it, vi } from 'vitest'
import { projectRoot } from '../../server/project-root.ts'
import { contentKey, startFakeGhost } from '../support/fake-ghost.ts'
import { type Sickness, sicknesses } from '../support/ghost-sickness.ts'
import { startSite } from '../support/start-site.ts'
import { posts } from '../http/support/addresses.ts'
import { textOf } from '../http/support/html.ts'
import { textIn } from '../http/support/texts.ts'

const noon = Date.parse('2026-11-20T12:00:00Z')
const title = 'Titre de un-article'
const columns = {
  '`/blog`': ['/blog'],
  'an article': ['/blog/un-article'],
  '`/api/posts`': ['/api/posts?lang=fr'],
  '`/api/posts/{slug}`': ['/api/posts/un-article?lang=fr'],
  'feeds, sitemap': ['/rss.xml', '/feed.json', '/sitemap.xml'],
}
const paths = Object.values(columns).flat()
const file = join(projectRoot, 'docs/faults.md')
const rows: string[] = []

type Ghost = Awaited<ReturnType<typeof startFakeGhost>>
type Site = Awaited<ReturnType<typeof startSite>>
type LookUpCallback = (
  error: NodeJS.ErrnoException | null,
  address: string | dns.LookupAddress[],
  family: number,
) => void

const { lookup: lookUp } = dns
const lookup = vi.spyOn(dns, 'lookup')

afterEach(() => lookup.mockReset())

/** A site of its own in front of this Ghost, which has read nothing yet. */
function startCold(ghost: Ghost, { waitMs = 20_000, timeoutMs = 20_000 }: Sickness, now = () => noon): Promise<Site> {
  const own = { GHOST_URL: ghost.url.replace('127.0.0.1', 'localhost'), POSTS_TTL_SECONDS: '60' }
  return startSite({ ...ghost.env, ...own, POSTS_WAIT_MS: String(waitMs), GHOST_TIMEOUT_MS: String(timeoutMs) }, now)
}

async function fallIll(ghost: Ghost, sickness: Sickness): Promise<void> {
  if ('answer' in sickness) ghost.state.answer = sickness.answer
  else if (sickness.gone === 'server') await ghost[Symbol.asyncDispose]()
  else {
    lookup.mockImplementation(((name: string, options: dns.LookupOptions, callback: LookUpCallback) => {
      if (name !== 'localhost') return lookUp(name, options, callback)
      setImmediate(callback, Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' }), '', 0)
    }) as typeof dns.lookup)
  }
}

async function ask({ url }: Site, path: string) {
  const answer = await request(url.replace('localhost', '127.0.0.1')).get(path)
  const everything = answer.text + JSON.stringify(answer.headers)
  expect(everything).not.toContain(contentKey)
  return answer
}

/** What a visitor gets, in a few words. */
function inWords({ status, text, headers }: Awaited<ReturnType<typeof ask>>): string {
  if (status === 503) {
    expect(headers['cache-control']).toBe('no-store')
    return `503, ${headers['retry-after']} s`
  }
  expect(status).toBe(200)
  const seen = textOf(text)
  const isKept = headers['cache-control'] !== 'no-store'
  for (const [key, words] of [
    ['empty', 'no articles'],
    ['loading', 'loading'],
  ] as const) {
    if (!seen.includes(textIn('fr', 'blog', key))) continue
    expect(isKept, 'what is not there is not to be kept').toBe(false)
    return words
  }
  expect(isKept).toBe(true)
  return '200'
}

/** One word where all are the same. */
function together(words: string[]): string {
  return [...new Set(words)].join(' / ')
}

async function observeCold(sickness: Sickness): Promise<{ cells: string[]; log: string }> {
  await using ghost = await startFakeGhost(posts)
  await fallIll(ghost, sickness)
  let log = ''
  const seen = new Map<string, string>()
  await Promise.all(
    ['/', ...paths].map(async (path) => {
      await using site = await startCold(ghost, sickness)
      seen.set(path, inWords(await ask(site, path)))
      if (path !== '/api/posts?lang=fr') return
      const lines = site
        .logged()
        .split('\n')
        .filter((line) => line.includes('"asked"') || line.includes('left out'))
      log = together(lines.map((line) => (JSON.parse(line) as { type?: string; msg: string }).type ?? 'left out'))
    }),
  )
  expect(seen.get('/')).toBe('200')
  return { cells: Object.values(columns).map((group) => together(group.map((path) => seen.get(path) ?? ''))), log }
}

/** What a visitor gets while there are copies, a minute old: asked twice, since the first one has them refreshed. */
async function observeWarm(sickness: Sickness): Promise<string> {
  let now = noon
  await using ghost = await startFakeGhost(posts)
  await using site = await startCold(ghost, { ...sickness, timeoutMs: 20_000 }, () => now)
  const before = new Map<string, string>()
  for (const path of paths) before.set(path, (await ask(site, path)).text)
  await fallIll(ghost, sickness)
  const seen: string[] = []
  for (let visit = 0; visit < 2; visit += 1) {
    now += 60_000
    for (const path of paths) {
      const answer = await ask(site, path)
      expect(answer.text.includes(path === '/sitemap.xml' ? 'un-article' : title), path).toBe(true)
      seen.push(answer.status === 200 && answer.text === before.get(path) ? 'the copy' : inWords(answer))
    }
  }
  return together(seen)
}

it.each(sicknesses)('shows what it has when Ghost $name', async (sickness) => {
  const { cells, log } = await observeCold(sickness)
  lookup.mockReset()
  rows.push(`| ${[sickness.name, ...cells, await observeWarm(sickness), log || '-'].join(' | ')} |`)
})

it('docs/faults.md says what was seen here', async () => {
  const head = ['Ghost …', ...Object.keys(columns), 'with copies', 'in the log']
  const table = [`| ${head.join(' | ')} |`, `|${' --- |'.repeat(head.length)}`, ...rows].join('\n')
  const written = await readFile(file, 'utf8').catch(() => '')
  const [before = ''] = written.split('| Ghost …')
  const seen = `${before}${table}\n`
  if (process.env.WRITE_FAULTS) await writeFile(file, seen)
  expect(rows).toHaveLength(sicknesses.length)
  expect(seen, 'run npm run faults, and look at what has changed').toBe(await readFile(file, 'utf8'))
})
