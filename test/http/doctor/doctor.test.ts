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
import { startSite, startSiteWithGhost } from '../../support/start-site.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { withoutTimeouts } from '../../support/without-timeouts.ts'
import { posts } from '../support/addresses.ts'

const secret = 'un-secret-de-test'

/** A proxy that changes responses. An empty header is removed. */
async function startChangingProxy(siteUrl: string, change: (html: string) => string, headers: Record<string, string>) {
  const server = createServer(async (req, res) => {
    const answer = await fetch(siteUrl + (req.url ?? ''), { headers: { 'accept-encoding': 'identity' } })
    const sent = { 'content-type': 'text/html', etag: answer.headers.get('etag') ?? '', ...headers }
    res.writeHead(answer.status, Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== '')))
    res.end(change(await answer.text()))
  })
  return listenForTest(server)
}

it('finds nothing wrong with a site that runs beside its Ghost', async () => {
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
})

it('calls a Ghost that does not answer once', async () => {
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

type Ghost = Awaited<ReturnType<typeof startFakeGhost>>

const answerWith =
  (status: number, type: string, body: string) =>
  ({ state }: Ghost) => {
    state.answer = (_req, res) => void res.writeHead(status, { 'Content-Type': type }).end(body)
  }
const away = ({ env }: Ghost) => void (env.GHOST_URL = 'http://127.0.0.1:1')
const fails = ({ state }: Ghost) => void (state.behaviour = 'answers 500')
const isOld = ({ about }: Ghost) => void (about.version = '4.48')

it.each<[string, (ghost: Ghost) => void, RegExp]>([
  ['cannot be reached', away, /^problem {2}GHOST_URL: .*ECONNREFUSED.*reaches it/],
  ['is starting', fails, /^problem {2}GHOST_URL: .*has started, without \/ghost/],
  ['is too old', isOld, /^warning {2}Ghost: version 4\.48 .*Use 5 or 6/],
  ['fails', answerWith(500, 'text/html', 'no'), /^problem {2}GHOST_CONTENT_API_KEY: .*status 500.*look into its log/],
  [
    'is behind a firewall',
    answerWith(403, 'text/html', 'no'),
    /^problem {2}GHOST_CONTENT_API_KEY: .*status 403.*proxy/,
  ],
])('reports a Ghost that %s', async (_what, change, expected) => {
  await using ghost = await startFakeGhost(posts)
  change(ghost)
  const lines = await doctorLines({ ...ghost.env, SITE_SECRET: 'sixteen-letters-' })
  const others = /^ok|(?:SITE_URL|GHOST_WEBHOOK_SECRET|mail): /
  expect(lines.filter((line) => !others.test(line))).toEqual([expect.stringMatching(expected)])
})

it.each<[string, Record<string, string>, RegExp]>([
  [
    'the Content API key',
    { GHOST_CONTENT_API_KEY: 'f'.repeat(26) },
    /^problem {2}GHOST_CONTENT_API_KEY: .*Unknown.*Copy/,
  ],
  [
    'the Admin key',
    { GHOST_ADMIN_API_KEY: adminKey.replace(/.$/, '0') },
    /^problem {2}GHOST_ADMIN_API_KEY: .*Invalid.*Copy.*clocks/,
  ],
])('finds that Ghost refuses %s, and does not show it', async (_name, env, expected) => {
  await using ghost = await startFakeGhost(posts)
  const lines = await doctorLines({ ...ghost.env, ...env })
  expect(lines.filter((line) => line.startsWith('problem'))).toEqual([expect.stringMatching(expected)])
  for (const value of Object.values(env)) expect(lines.join('\n')).not.toContain(value)
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

it('reports a missing intermediate certificate of Ghost and of the site, with the remedy', async () => {
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
  [401, 'has another secret'],
  [404, 'has no secret'],
  [502, 'its proxy'],
])('if a site answers a signed delivery with %i, it says that it %s', async (status, cause) => {
  await using ghost = await startFakeGhost(posts)
  await using site = await listenForTest(createServer((_req, res) => void res.writeHead(status).end()))
  const lines = await doctorLines({ ...ghost.env, GHOST_WEBHOOK_SECRET: secret, SITE_URL: site.url })
  const target = `${site.url}/webhooks/ghost`
  expect(lines).toContainEqual(
    expect.stringMatching(`^problem  GHOST_WEBHOOK_SECRET: ${target} .* with ${status}; .*${cause}.* Check SITE_URL`),
  )
  expect(lines).toContainEqual(expect.stringMatching(`^problem  SITE_URL: ${site.url} answers with ${status} `))
})

it.each<[Record<string, string>, string]>([
  [{}, 'is not set: .* up to 60 s. Set it'],
  [{ GHOST_WEBHOOK_SECRET: secret }, '.*cannot be reached from here .*Start the site'],
])('warns about deliveries that it cannot try: %j', async (env, words) => {
  await using ghost = await startFakeGhost(posts)
  const lines = await doctorLines({ ...ghost.env, ...env })
  expect(lines).toContainEqual(expect.stringMatching(`^warning  GHOST_WEBHOOK_SECRET: ${words}`))
})

it.each<[string, (html: string) => string, Record<string, string>]>([
  ['takes comments out', (html) => html.replaceAll(/<!--.*?-->/g, ''), {}],
  ['writes blanks in another way', (html) => html.replaceAll(' ', '\n'), {}],
  ['adds a script, and no tag is left', (html) => html.replace('</body>', '<script></script></body>'), { etag: '' }],
])('finds that something before the site %s', async (_name, change, headers) => {
  await using site = await startSite()
  await using proxy = await startChangingProxy(site.url, change, headers)
  const about = async (url: string) => (await doctorLines({ SITE_URL: url })).filter((line) => line.includes('pages'))
  expect(await about(proxy.url)).toEqual([
    expect.stringMatching(/^warning {2}SITE_URL: something between .* changes pages/),
  ])
  expect(await about(site.url)).toEqual(['ok       SITE_URL: pages arrive as the site sends them'])
})

it('accepts a proxy that only weakens the tag of pages, and warns if no site answers', async () => {
  await using site = await startSite()
  // The home page shows posts once their list is in memory.
  await fetch(`${site.url}/api/posts?lang=fr`)
  const { headers } = await fetch(site.url)
  await using proxy = await startChangingProxy(site.url, (html) => html, { etag: `W/${headers.get('etag')}` })
  expect(await doctorLines({ SITE_URL: proxy.url })).toContain('ok       SITE_URL: pages arrive as the site sends them')
  expect(await doctorLines({})).toContainEqual(
    expect.stringMatching(/^warning {2}SITE_URL: .*\(ECONNREFUSED\)\. Start the site/),
  )
})

it('finds that the running site has another secret', async () => {
  const { ghost, site } = await startSiteWithGhost(posts, { GHOST_WEBHOOK_SECRET: 'un-autre-secret' })
  const lines = await doctorLines({ ...ghost.env, SITE_URL: site.url, GHOST_WEBHOOK_SECRET: secret })
  expect(lines).toContainEqual(expect.stringMatching(/^problem {2}GHOST_WEBHOOK_SECRET: .* with 401;/))
})

it('says that Markdown files are used without a Ghost, and leaves no file behind', async () => {
  await using outbox = await temporaryFolder()
  const { code, output, errors } = await runBuilt('doctor', { OUTBOX_DIR: outbox.path })
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  expect(output).toMatch(/^ok {7}posts: come from the Markdown files in \S+; GHOST_URL is not set$/m)
  expect(await readdir(outbox.path)).toEqual([])
})

it('finds every folder with which the site would not start', async () => {
  const folders = {
    OUTBOX_DIR: 'package.json',
    CONTENT_DIR: 'no-such-folder',
    POSTS_DIR: 'tsconfig.json',
  }
  const lines = await doctorLines(folders)
  for (const [name, folder] of Object.entries(folders))
    expect(lines).toContainEqual(expect.stringMatching(`^problem  configuration: ${name}: .*${folder}`))
})

it('ends with 1 and a line for each wrong variable, without the secret ones', async () => {
  const { code, output, errors } = await runBuilt('doctor', { PORT: 'x', GHOST_ADMIN_API_KEY: 'hunter2' })
  expect({ code, errors }).toEqual({ code: 1, errors: '' })
  expect(output.trim().split('\n')).toEqual([
    expect.stringMatching(/^problem {2}configuration: PORT: "x"/),
    expect.stringMatching(/^problem {2}configuration: GHOST_ADMIN_API_KEY: the value \(not shown\)/),
  ])
})

it('prints no secret', async () => {
  await using ghost = await startFakeGhost(posts)
  const env = { ...ghost.env, GHOST_ADMIN_API_KEY: adminKey, GHOST_WEBHOOK_SECRET: secret }
  const { code, output } = await runBuilt('doctor', { ...env, SMTP_URL: 'smtp://user:hunter2@mail.example' })
  expect(code).toBe(1)
  for (const hidden of [ghost.env.GHOST_CONTENT_API_KEY, adminKey.slice(25), secret, 'hunter2']) {
    expect(output).not.toContain(hidden)
  }
})
