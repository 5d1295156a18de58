import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { fakePost, tags } from '../support/fake-ghost.ts'
import { purgeToken, startVarnish } from '../support/varnish.ts'
import { freePort } from '../support/free-port.ts'
import { startBehindVarnish } from '../http/support/behind-varnish.ts'
import { encodings, expectOnePageEach, languageIn, unkept, unkeptAnswers } from '../http/support/kept-pages.ts'
import { startInstance } from '../http/support/played-instance.ts'

const edgeHeaders = ['surrogate-key', 'cache-tag', 'surrogate-control', 'cdn-cache-control', 'xkey', 'x-vary']

const behind = await startBehindVarnish()
afterAll(() => behind[Symbol.asyncDispose]())
const { ask, ghost, one, other } = behind

const edgeStatus = ({ headers }: Awaited<ReturnType<typeof ask>>) => headers['cache-status']?.split(', ').at(-1)

it('keeps pages, and shows visitors nothing of what it reads', async () => {
  for (const expected of ['edge; fwd=uri-miss', 'edge; hit']) {
    const answer = await ask('/ai')
    expect([answer.status, edgeStatus(answer)]).toEqual([200, expected])
    expect(Object.keys(answer.headers).filter((name) => edgeHeaders.includes(name))).toEqual([])
    expect(answer.headers['cache-control']).toBe('public, max-age=0')
    expect(answer.headers.vary).toBe('Accept-Encoding, Cookie')
  }
})

it('keeps one page for each language and encoding, never the wrong one, whatever else the cookies say', () =>
  expectOnePageEach(ask, one))

it.each(encodings)('answers Accept-Encoding "%s" with %s, stored or not', async (accepted, encoding) => {
  for (const _time of [1, 2]) {
    const { headers } = await ask('/security/vulnerability', { headers: { 'Accept-Encoding': accepted } })
    expect(headers['content-encoding']).toBe(encoding)
  }
})

it.each([...unkept, ['a preview', '/preview/11111111-1111-4111-8111-111111111111', 404]] as const)(
  'stores nothing of %s',
  async (_what, path, status) => {
    for (const _time of [1, 2]) {
      const answer = await ask(path)
      expect([answer.status, edgeStatus(answer)]).toEqual([status, 'edge; fwd=uri-miss'])
    }
  },
)

it('passes forms by, and each comes back to its own visitor alone', async () => {
  const form = { method: 'POST', headers: { 'Content-Type': 'application/json' } }
  const sent = JSON.stringify({ email: 'no address', lang: 'fr' })
  expect((await ask('/api/newsletter', { ...form, body: sent })).status).toBe(422)
  const toggled = await ask('/language', {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'lang=en&to=/about',
  })
  expect([toggled.status, toggled.headers['set-cookie']]).toEqual([303, expect.stringContaining('i18next=en')])
  expect(languageIn((await ask('/about')).text)).toBe('fr')
})

it.each([
  ['without a token', { 'Surrogate-Key': 'documents' }],
  ['with another token', { 'Surrogate-Key': 'documents', Authorization: `Bearer ${purgeToken}x` }],
])('refuses a purge %s', async (_how, headers: Record<string, string>) => {
  await ask('/terms')
  expect((await ask('/', { method: 'PURGE', headers })).status).toBe(403)
  expect(edgeStatus(await ask('/terms'))).toBe('edge; hit')
})

/** Everything that shows posts: what each answers, and whether it has a text. */
const paths = ['/blog', '/rss.xml', '/feed.json', '/api/posts?lang=fr', '/sitemap.xml', '/blog/tag/strategie'] as const

it('shows what is published, edited, renamed and unpublished, by a webhook', async () => {
  const post = fakePost('essai-au-bord', { title: 'Essai au bord', tags: [tags.fr, tags.strategie] })
  const neighbour = '/blog/un-article'
  for (const path of [...paths, neighbour, '/blog/essai-au-bord', '/blog/essai-deplace', '/en/blog']) await ask(path)

  /** @param changed what Ghost has from now on */
  async function change(changed: typeof ghost.state.posts, looked: () => Promise<unknown>, expected: unknown) {
    ghost.state.posts = changed
    expect(await behind.deliver()).toBe(204)
    await expect.poll(looked, { interval: 50 }).toEqual(expected)
    // The change stays, whichever instance answers: pages that were being made meanwhile do not come back.
    for (let times = 0; times < 5; times += 1) expect(await looked()).toEqual(expected)
  }
  const textsOf = async (all: readonly string[]) => Promise.all(all.map(async (path) => (await ask(path)).text))
  const has =
    (text: string, all: readonly string[] = paths) =>
    async () =>
      (await textsOf(all)).map((one) => one.includes(text))
  const statuses = async () =>
    Promise.all(['/blog/essai-au-bord', '/blog/essai-deplace'].map(async (path) => (await ask(path)).status))
  const before = ghost.state.posts

  await change([...before, post], statuses, [200, 404])
  await change([...before, post], has('essai-au-bord'), [true, true, true, true, true, true])
  // The neighbour says what comes after it.
  await change([...before, post], has('Essai au bord', [neighbour]), [true])
  const edited = { ...post, title: 'Essai corrigé' }
  const titled = ['/blog', '/rss.xml', '/api/posts?lang=fr', '/blog/essai-au-bord', neighbour]
  await change([...before, edited], has('Essai corrigé', titled), [true, true, true, true, true])
  const rewritten = { ...edited, html: '<p>Un corps neuf.</p>' }
  await change([...before, rewritten], has('Un corps neuf.', ['/blog/essai-au-bord', '/rss.xml']), [true, true])
  await change([...before, { ...rewritten, slug: 'essai-deplace' }], statuses, [404, 200])
  await change(before, statuses, [404, 404])
  await change(before, has('essai-'), [false, false, false, false, false, false])
})

it('leaves alone what a change does not concern', async () => {
  const unconcerned = ['/en/blog', '/en/blog/an-article', '/about']
  const look = async () => {
    for (const path of unconcerned) expect((await ask(path)).status).toBe(200)
  }
  let marks = 0
  /** Counts matching lines of both logs, once those of all earlier requests are there. */
  async function logged(pattern: RegExp): Promise<number> {
    marks += 1
    for (const site of [one, other]) {
      await fetch(`${site.url}/marque-${marks}`)
      await expect.poll(site.said).toContain(`/marque-${marks}`)
    }
    return (one.said() + other.said()).match(pattern)?.length ?? 0
  }
  const calls = () => logged(/"path":"\/(?:en\/blog|en\/blog\/an-article|about)"/g)
  const purges = () => logged(/edge: purged/g)
  const callsOfLook = async () => {
    const before = await calls()
    await look()
    return (await calls()) - before
  }
  /** The second instance purges half a second after the first. */
  const purgesMeanwhile = async () => {
    const before = await purges()
    await delay(1500)
    return (await purges()) - before
  }
  await expect.poll(purgesMeanwhile, { timeout: 20_000 }).toBe(0)
  await expect.poll(callsOfLook).toBe(0)
  const before = await purges()
  ghost.state.posts = ghost.state.posts.map((post) =>
    post.slug === 'un-article' ? { ...post, html: '<p>Autre chose.</p>' } : post,
  )
  expect(await behind.deliver()).toBe(204)
  await expect.poll(async () => (await ask('/blog/un-article')).text).toContain('Autre chose.')
  // The instance that was notified purges once, the other once.
  await expect.poll(purges).toBe(before + 2)
  expect(await callsOfLook()).toBe(0)
})

it('hands a page that an instance cannot make to the other one', async () => {
  await using broken = await startInstance((req) => void req.socket.destroy())
  await using well = await startInstance((_req, res) =>
    res.writeHead(200, { 'Cache-Control': 'public, s-maxage=60' }).end('well'),
  )
  await using own = await startVarnish(await freePort(), [broken.place, well.place], {
    '.url = "/readyz"': '.url = "/x"',
  })
  for (const path of ['/a', '/b', '/c', '/d']) expect(await (await fetch(own.url + path)).text()).toBe('well')
})

it.each([...unkeptAnswers, ['no word on its life', { 'Cache-Control': 'public' }]] as const)(
  'stores no page with %s',
  async (_what, headers) => {
    await using instance = await startInstance((req, res) => {
      const own = req.url === '/a' ? headers : {}
      res.writeHead(200, { 'Cache-Control': 'public, s-maxage=60', Vary: 'Accept-Encoding, Cookie', ...own }).end()
    })
    await using own = await startVarnish(await freePort(), [instance.place, instance.place])
    for (const _time of [1, 2]) await (await fetch(`${own.url}/a`)).text()
    expect(instance.asked.filter((line) => line === 'GET /a')).toHaveLength(2)
  },
)

it('goes on for a day with what it has when no instance is left, and says that it cannot otherwise', async () => {
  await using instance = await startInstance((_req, res) => {
    const lifetime = 'max-age=1, stale-while-revalidate=86400, stale-if-error=86400'
    res.writeHead(200, { 'Cache-Control': 'public, max-age=0', 'Surrogate-Control': lifetime }).end('an old page')
  })
  // A clock that is a day ahead is played by a grace that much shorter: 9 s of 86,400.
  const day = { '^.*stale-while-revalidate=(\\d+).*$", "\\1s"': '^.*stale-while-revalidate=(\\d+).*$", "9s"' }
  await using own = await startVarnish(await freePort(), [instance.place, instance.place], day)
  const look = async () => {
    const answer = await fetch(`${own.url}/a`)
    return `${answer.status} ${await answer.text()}`
  }
  expect(await look()).toBe('200 an old page')
  await instance[Symbol.asyncDispose]()
  expect(await look()).toBe('200 an old page')
  await expect.poll(look, { timeout: 30_000 }).toBe('503 Unexpected Application Error\n')
})

it('shows what is stored, also what a purge has made stale, when both instances are killed', async () => {
  for (const path of ['/about', '/en/blog/an-article', '/blog']) expect((await ask(path)).status).toBe(200)
  const headers = { 'Surrogate-Key': 'documents', Authorization: `Bearer ${purgeToken}` }
  await Promise.all([one.end('SIGKILL'), other.end('SIGKILL')])
  expect(await ask('/', { method: 'PURGE', headers })).toMatchObject({ status: 200 })
  for (let times = 0; times < 3; times += 1) {
    expect(await ask('/about')).toMatchObject({ status: 200, text: expect.stringContaining('<html lang="fr"') })
    for (const path of ['/en/blog/an-article', '/blog']) expect((await ask(path)).status).toBe(200)
  }
  const never = await ask('/security/vulnerability?never')
  expect([never.status, never.text]).toEqual([503, 'Unexpected Application Error\n'])
  expect(never.headers['retry-after']).toBe('10')
})
