import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { join } from 'node:path'
import fetch from 'node-fetch'
import { expect, it, vi } from 'vitest'
import { doctorLines } from '../../support/doctor-lines.ts'
import { contentKey, fakePost, startFakeGhost, tags } from '../../support/fake-ghost.ts'
import { adminKey } from '../../support/fake-ghost-admin.ts'
import { listenForTest } from '../../support/listen-for-test.ts'
import { makeCertificate } from '../../support/over-https.ts'
import { runBuilt } from '../../support/run-built.ts'
import { startSite } from '../../support/start-site.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { withoutTimeouts } from '../../support/without-timeouts.ts'
import { posts } from '../support/addresses.ts'

const secret = 'un-secret-de-test'

type Ghost = Awaited<ReturnType<typeof startFakeGhost>>

/** A proxy that changes pages; an empty header is left out. */
async function startChangingProxy(siteUrl: string, change: (html: string) => string, headers: Record<string, string>) {
  const server = createServer(async (req, res) => {
    const answer = await fetch(siteUrl + (req.url ?? ''), { headers: { 'accept-encoding': 'identity' } })
    const sent = { 'content-type': 'text/html', etag: answer.headers.get('etag') ?? '', ...headers }
    res.writeHead(answer.status, Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== '')))
    res.end(change(await answer.text()))
  })
  return listenForTest(server)
}

it('finds no problem with a site that runs beside its Ghost', async () => {
  await using ghost = await startFakeGhost(posts)
  const secrets = { SITE_SECRET: 'sixteen-letters-', GHOST_WEBHOOK_SECRET: secret }
  const env = { ...ghost.env, ...secrets, GHOST_ADMIN_API_KEY: adminKey }
  await using site = await startSite(env)
  const lines = await doctorLines({ ...env, SITE_URL: site.url })
  expect(lines.filter((line) => !line.startsWith('ok '))).toEqual([expect.stringContaining('warning  mail:')])
  expect(lines).toContain(`ok       GHOST_URL: ${ghost.url} answers; Ghost's own address is ${ghost.url}/`)
  expect(lines).toContainEqual(expect.stringMatching(/^ok {7}GHOST_WEBHOOK_SECRET: .*only you can see/))
  for (const name of ['Ghost', 'GHOST_CONTENT_API_KEY', 'GHOST_ADMIN_API_KEY', 'OUTBOX_DIR', 'POSTS_DIR', 'SITE_URL'])
    expect(lines).toContainEqual(expect.stringMatching(`^ok       ${name}: `))
  expect(site.logged()).not.toContain('posts have changed')
  for (const key of [ghost.env.GHOST_CONTENT_API_KEY, adminKey.slice(25), ...Object.values(secrets)])
    expect(lines.join('\n')).not.toContain(key)
})

it('calls a Ghost that does not answer only once', async () => {
  await using ghost = await startFakeGhost(posts)
  ghost.state.behaviour = 'hangs'
  const env = { ...ghost.env, GHOST_ADMIN_API_KEY: adminKey, GHOST_TIMEOUT_MS: '100' }
  const lines = await withoutTimeouts(async () => {
    const examining = doctorLines(env)
    await expect.poll(() => ghost.calls.length).toBe(1)
    vi.advanceTimersByTime(100)
    return examining
  })
  expect(lines).toContainEqual(expect.stringMatching(/^problem {2}GHOST_URL: .* 100 ms/))
  expect(ghost.calls).toHaveLength(1)
})

const answers =
  (status: number) =>
  ({ state }: Ghost) =>
    void (state.answer = (_req, res) => void res.writeHead(status, { 'Content-Type': 'text/html' }).end('no'))
const away = ({ env }: Ghost) => void (env.GHOST_URL = 'http://127.0.0.1:1')
const fails = ({ state }: Ghost) => void (state.behaviour = 'answers 500')
const isOld = ({ about }: Ghost) => void (about.version = '4.48')
const wrongKey = 'f'.repeat(26)
const wrongAdminKey = adminKey.replace(/.$/, '0')
const has = (env: Record<string, string>) => (ghost: Ghost) => void Object.assign(ghost.env, env)

it.each<[string, (ghost: Ghost) => void, RegExp]>([
  ['cannot be reached', away, /^problem {2}GHOST_URL: .*ECONNREFUSED.*reaches it/],
  ['is starting', fails, /^problem {2}GHOST_URL: .*has started, without \/ghost/],
  ['is too old', isOld, /^warning {2}Ghost: version 4\.48 .*Use 5 or 6/],
  ['fails', answers(500), /^problem {2}GHOST_CONTENT_API_KEY: .*status 500.*look into its log/],
  ['is behind a firewall', answers(403), /^problem {2}GHOST_CONTENT_API_KEY: .*status 403.*proxy/],
  [
    'refuses the content key',
    has({ GHOST_CONTENT_API_KEY: wrongKey }),
    /^problem {2}GHOST_CONTENT_API_KEY: .*Unknown.*Copy/,
  ],
  [
    'refuses the admin key',
    has({ GHOST_ADMIN_API_KEY: wrongAdminKey }),
    /^problem {2}GHOST_ADMIN_API_KEY: .*Invalid.*Copy.*clocks/,
  ],
])('reports a Ghost that %s, without a key', async (_what, change, expected) => {
  await using ghost = await startFakeGhost(posts)
  change(ghost)
  const lines = await doctorLines({ ...ghost.env, SITE_SECRET: 'sixteen-letters-' })
  const others = /^ok|(?:SITE_URL|GHOST_WEBHOOK_SECRET|mail): /
  expect(lines.filter((line) => !others.test(line))).toEqual([expect.stringMatching(expected)])
  for (const key of [wrongKey, wrongAdminKey]) expect(lines.join('\n')).not.toContain(key)
})

it('lists the posts with links or pictures at private addresses, on all pages of Ghost', async () => {
  const local = 'http://localhost:2368'
  await using ghost = await startFakeGhost([
    ...posts,
    fakePost('photo', { title: 'La photo', html: `<img src="${local}/content/images/a.png">` }),
    fakePost('lien', { title: 'The link', html: `<a href="${local}/loi-25/">a</a>`, tags: [tags.en] }),
    fakePost('tete', { title: 'La tête', feature_image: `${local}/content/images/a.png` }),
    fakePost('partage', { title: 'Le partage', og_image: `${local}/content/images/a.png` }),
  ])
  ghost.state.pageSize = 1
  expect((await doctorLines(ghost.env)).filter((line) => line.includes('posts:'))).toEqual([
    expect.stringMatching(
      `^warning  posts: 4 with links or pictures .*: "La photo", "The link", "La tête", "Le partage"\\. .* begin with ${ghost.url}/$`,
    ),
  ])
})

it('reports a missing intermediate certificate of Ghost and of the site, and the fix', async () => {
  await using folder = await temporaryFolder()
  await using ofAuthority = await temporaryFolder()
  await makeCertificate(ofAuthority.path)
  const [authority, authorityKey] = ['fullchain.pem', 'privkey.pem'].map((name) => join(ofAuthority.path, name))
  const cert = await makeCertificate(folder.path, ['-CA', String(authority), '-CAkey', String(authorityKey)])
  const key = await readFile(join(folder.path, 'privkey.pem'), 'utf8')
  await using server = await listenForTest(createHttpsServer({ cert, key }))
  const url = server.url.replace('http:', 'https:')
  const lines = await doctorLines({ GHOST_URL: url, GHOST_CONTENT_API_KEY: contentKey, SITE_URL: url })
  for (const name of ['GHOST_URL', 'SITE_URL'])
    expect(lines).toContainEqual(
      expect.stringMatching(
        `^problem  ${name}: .*UNABLE_TO_VERIFY_LEAF_SIGNATURE.*without the intermediate one: configure`,
      ),
    )
})

it.each([
  { status: 401, cause: 'has another secret' },
  { status: 404, cause: 'has no secret' },
  { status: 502, cause: 'its proxy' },
])('explains the answer $status to a signed delivery: the site $cause', async ({ status, cause }) => {
  // The first is a site with another secret.
  await using other = await startSite({ GHOST_WEBHOOK_SECRET: 'un-autre-secret' })
  await using answering = await listenForTest(createServer((_req, res) => void res.writeHead(status).end()))
  await using ghost = await startFakeGhost(posts)
  for (const { url } of status === 401 ? [other, answering] : [answering]) {
    const lines = await doctorLines({ ...ghost.env, GHOST_WEBHOOK_SECRET: secret, SITE_URL: url })
    const line = `^problem  GHOST_WEBHOOK_SECRET: ${url}/webhooks/ghost .* with ${status}; .*${cause}.* Check SITE_URL`
    expect(lines).toContainEqual(expect.stringMatching(line))
    const aboutSite = expect.stringMatching(`^problem  SITE_URL: ${url} answers with ${status} `)
    if (url === answering.url) expect(lines).toContainEqual(aboutSite)
  }
})

it.each<[Record<string, string>, string]>([
  [{}, 'is not set: .* up to 60 s. Set it'],
  [{ GHOST_WEBHOOK_SECRET: secret }, '.*cannot be reached from here .*Start the site'],
])('warns if it cannot test a delivery: %j', async (env, words) => {
  await using ghost = await startFakeGhost(posts)
  const lines = await doctorLines({ ...ghost.env, ...env })
  expect(lines).toContainEqual(expect.stringMatching(`^warning  GHOST_WEBHOOK_SECRET: ${words}`))
  expect(lines).toContainEqual(expect.stringMatching(/^warning {2}SITE_URL: .*\(ECONNREFUSED\)\. Start the site/))
})

const intact = 'ok       SITE_URL: pages arrive as the site sends them'
const changed = expect.stringMatching(/^warning {2}SITE_URL: something between .* changes pages/) as string

it.each<[string, (html: string) => string, Record<string, string>, string]>([
  ['removes comments', (html) => html.replaceAll(/<!--.*?-->/g, ''), {}, changed],
  ['replaces blanks', (html) => html.replaceAll(' ', '\n'), {}, changed],
  [
    'adds a script and removes the tag',
    (html) => html.replace('</body>', '<script></script></body>'),
    { etag: '' },
    changed,
  ],
  ['only weakens the tag', (html) => html, { etag: 'weak' }, intact],
])('detects whether a proxy that %s changes pages', async (_name, change, headers, expected) => {
  await using site = await startSite()
  // The home page shows posts once their list is in memory.
  await fetch(`${site.url}/api/posts?lang=fr`)
  const weak = `W/${(await fetch(site.url)).headers.get('etag')}`
  await using proxy = await startChangingProxy(site.url, change, headers.etag === 'weak' ? { etag: weak } : headers)
  const about = async (url: string) => (await doctorLines({ SITE_URL: url })).filter((line) => line.includes('pages'))
  expect(await about(proxy.url)).toEqual([expected])
  expect(await about(site.url)).toEqual([intact])
})

it('reports that Markdown files are used if no Ghost is configured, and leaves no file behind', async () => {
  await using outbox = await temporaryFolder()
  const { code, output, errors } = await runBuilt('doctor', { OUTBOX_DIR: outbox.path })
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  expect(output).toMatch(/^ok {7}posts: come from the Markdown files in \S+; GHOST_URL is not set$/m)
  expect(await readdir(outbox.path)).toEqual([])
})

it('exits with 1 and a line for each invalid variable, without secrets', async () => {
  const folders = { OUTBOX_DIR: 'package.json', CONTENT_DIR: 'no-such-folder', POSTS_DIR: 'tsconfig.json' }
  const mail = { SMTP_URL: 'smtp://site:hunter2%@127.0.0.1:1', CONTACT_TO: 'info@example.com' }
  const env = { PORT: 'x', GHOST_ADMIN_API_KEY: 'hunter2', ...mail, ...folders }
  const { code, output, errors } = await runBuilt('doctor', env)
  expect({ code, errors }).toEqual({ code: 1, errors: '' })
  const expected = [
    ...[/: PORT: "x"/, /: GHOST_ADMIN_API_KEY: the value \(not shown\)/],
    /: SMTP_URL: the value \(not shown\) is not valid; expected .* percent-encoded/,
    ...Object.entries(folders).map(([name, folder]) => new RegExp(`: ${name}: .*${folder}`)),
  ].map((problem): unknown => expect.stringMatching(new RegExp(`^problem {2}configuration${problem.source}`)))
  const lines = output.trim().split('\n')
  expect(lines).toHaveLength(expected.length)
  expect(lines).toEqual(expect.arrayContaining(expected))
  expect(output).not.toContain('hunter2')
})
