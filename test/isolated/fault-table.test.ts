import dns from 'node:dns'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import request from 'supertest'
import { afterAll, expect, it, vi } from 'vitest'
import { projectRoot } from '../../server/runtime/project-root.ts'
import { isExhaustive } from '../support/exhaustive.ts'
import { contentKey, startFakeGhost } from '../support/fake-ghost.ts'
import { type Fault, faults } from '../support/ghost-faults.ts'
import { startSite } from '../support/start-site.ts'
import { pathsIn, posts } from '../http/support/addresses.ts'
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
const advice = 'run npm run measure -- faults, and look at what has changed'
const writes = process.env.WRITE_FAULTS !== undefined
const takesAll = writes || isExhaustive

const readTable = async () => (await readFile(file, 'utf8')).split('\n')
const written = await readTable()

type Ghost = Awaited<ReturnType<typeof startNamedGhost>>
type Site = Awaited<ReturnType<typeof startSite>>
type Address = string | dns.LookupAddress[]
type LookUpCallback = (error: NodeJS.ErrnoException | null, address: Address, family: number) => void

let ghosts = 0
/** A Ghost with a host name that can be removed. The name has no port, which the next Ghost may reuse. */
const startNamedGhost = async () => ({ ...(await startFakeGhost(posts)), host: `ghost-${(ghosts += 1)}.test` })
const unknownHosts = new Set<string>()

const { lookup: lookUp } = dns
const lookup = vi.spyOn(dns, 'lookup')
lookup.mockImplementation(((name: string, options: dns.LookupOptions, callback: LookUpCallback) => {
  if (!unknownHosts.has(name)) return lookUp(name.endsWith('.test') ? '127.0.0.1' : name, options, callback)
  setImmediate(callback, Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' }), '', 0)
}) as typeof dns.lookup)

afterAll(() => lookup.mockRestore())

/** A new site of this Ghost, without stored posts. */
function startCold(
  ghost: Ghost,
  { waitMs = 20_000, timeoutMs = 20_000 }: Pick<Fault, 'waitMs' | 'timeoutMs'>,
  now = () => noon,
): Promise<Site> {
  const own = { GHOST_URL: ghost.url.replace('127.0.0.1', ghost.host), POSTS_TTL_SECONDS: '60' }
  return startSite({ ...ghost.env, ...own, POSTS_WAIT_MS: String(waitMs), GHOST_TIMEOUT_MS: String(timeoutMs) }, now)
}

async function fail(ghost: Ghost, { how }: Fault): Promise<void> {
  if (how === 'no server') await ghost[Symbol.asyncDispose]()
  else if (how === 'no name') unknownHosts.add(ghost.host)
  else ghost.state.answer = how
}

/** A response. Checks that it contains neither Ghost's key nor its address, and that no log line contains the key. */
async function ask({ url, logged }: Site, path: string) {
  const answer = await request(url).get(path)
  const everything = answer.text + JSON.stringify(answer.headers)
  expect(everything).not.toContain(contentKey)
  expect(everything).not.toMatch(/ghost-\d+\.test/)
  expect(logged()).not.toContain(contentKey)
  return answer
}

/** The answer that a visitor gets, in a few words. Checks that errors and incomplete pages are not cached. */
function inWords({ status, text, headers }: Awaited<ReturnType<typeof ask>>): string {
  const seen = textOf(text)
  const lacking = (['empty', 'loading'] as const).find((key) => seen.includes(textIn('fr', 'blog', key)))
  expect(headers['cache-control'] === 'no-store').toBe(status === 503 || lacking !== undefined)
  if (status === 503) return `503, ${headers['retry-after']} s`
  expect(status).toBe(200)
  return lacking === undefined ? '200' : { empty: 'no articles', loading: 'loading' }[lacking]
}

/** Merges equal words. */
function together(words: string[]): string {
  return [...new Set(words)].join(' / ')
}

async function observeCold(fault: Fault): Promise<{ cells: string[]; log: string }> {
  await using ghost = await startNamedGhost()
  await fail(ghost, fault)
  let log = ''
  const seen = new Map<string, string>()
  await Promise.all(
    paths.map(async (path) => {
      await using site = await startCold(ghost, fault)
      seen.set(path, inWords(await ask(site, path)))
      // Pages without posts are not affected.
      expect((await ask(site, '/')).status).toBe(200)
      if (path !== '/api/posts?lang=fr') return
      const lines = site
        .logged()
        .split('\n')
        .filter((line) => line.includes('"asked"') || line.includes('Skipped'))
      log = together(lines.map((line) => (JSON.parse(line) as { type?: string; msg: string }).type ?? 'skipped'))
    }),
  )
  return { cells: Object.values(columns).map((group) => together(group.map((path) => seen.get(path) ?? ''))), log }
}

/** The answer from copies that are a minute old. Sent twice, since the first request refreshes them. */
async function observeWarm(fault: Fault): Promise<string> {
  let now = noon
  await using ghost = await startNamedGhost()
  await using site = await startCold(ghost, { ...fault, timeoutMs: 20_000 }, () => now)
  // A busy machine may be slower than the pages wait: the lists are read before them.
  for (const lang of ['fr', 'en']) await ask(site, `/api/posts?lang=${lang}`)
  const before = new Map<string, string>()
  for (const path of paths) before.set(path, (await ask(site, path)).text)
  expect(before.get('/blog'), site.logged()).toContain(title)
  await fail(ghost, fault)
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

it.each(faults.filter(({ isLike }) => isLike === undefined || takesAll))(
  'shows what docs/faults.md says when Ghost $name',
  async (fault) => {
    // Both mostly wait, so they run at the same time.
    const [{ cells, log }, copies] = await Promise.all([observeCold(fault), observeWarm(fault)])
    const row = `| ${[fault.name, ...cells, copies, log || '-'].join(' | ')} |`
    rows.push(row)
    if (!writes) expect(row, advice).toBe(written.find((line) => line.startsWith(`| ${fault.name} |`)))
  },
)

it('has a row in docs/faults.md for each fault, and no other', async () => {
  const head = ['Ghost …', ...Object.keys(columns), 'with copies', 'in the log']
  const table = [`| ${head.join(' | ')} |`, `|${' --- |'.repeat(head.length)}`]
  const start = written.findIndex((line) => line.startsWith('| Ghost …'))
  if (writes) await writeFile(file, `${[...written.slice(0, start), ...table, ...rows].join('\n')}\n`)
  const [first, second, ...tableRows] = (await readTable()).slice(start)
  expect([first, second], advice).toEqual(table)
  const names = tableRows.map((line) => line.split(' | ')[0])
  expect(names, advice).toEqual([...faults.map(({ name }) => `| ${name}`), ''])
})

it('sends no request to Ghost for a page that shows no posts', async () => {
  await using ghost = await startNamedGhost()
  await using site = await startCold(ghost, {})
  for (const path of pathsIn('fr').filter((plain) => plain !== '/' && !plain.startsWith('/blog'))) {
    expect([path, (await ask(site, path)).status]).toEqual([path, 200])
  }
  expect(ghost.calls).toEqual([])
})
