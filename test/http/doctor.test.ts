import { cp, readdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import fetch from 'node-fetch'
import { expect, it } from 'vitest'
import { projectRoot } from '../../server/runtime/project-root.ts'
import { doctorLines } from '../support/doctor-lines.ts'
import { fakePost, startFakeGhost, tags } from '../support/fake-ghost.ts'
import { adminKey } from '../support/fake-ghost-admin.ts'
import { listenForTest } from '../support/listen-for-test.ts'
import { runBuilt } from '../support/run-built.ts'
import { startSite, startSiteWithGhost } from '../support/start-site.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { posts } from './support/addresses.ts'

const secret = 'un-secret-de-test'

/** A proxy that changes what it passes on; a header that is empty is left out. */
async function startChangingProxy(siteUrl: string, change: (html: string) => string, headers: Record<string, string>) {
  const server = createServer(async (req, res) => {
    const answer = await fetch(siteUrl + (req.url ?? ''), { headers: { 'accept-encoding': 'identity' } })
    const sent = { 'content-type': 'text/html', etag: answer.headers.get('etag') ?? '', ...headers }
    res.writeHead(answer.status, Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== '')))
    res.end(change(await answer.text()))
  })
  return listenForTest(server)
}

it('finds everything in order, of a site that runs beside its Ghost', async () => {
  await using ghost = await startFakeGhost(posts)
  const secrets = { SITE_SECRET: 'sixteen-letters-', GHOST_WEBHOOK_SECRET: secret }
  const env = { ...ghost.env, ...secrets, GHOST_ADMIN_API_KEY: adminKey }
  await using site = await startSite(env)
  const lines = await doctorLines({ ...env, SITE_URL: site.url })
  expect(lines.filter((line) => !line.startsWith('ok '))).toEqual([expect.stringContaining('warning  mail:')])
  expect(lines).toContain(`ok       GHOST_URL: ${ghost.url} is the address that Ghost itself uses`)
  expect(lines).toContain('ok       posts: 1 in the list of fr')
  expect(site.logged()).not.toContain('posts have changed')
})

it('asks a Ghost that does not answer once', async () => {
  await using ghost = await startFakeGhost(posts)
  ghost.state.behaviour = 'hangs'
  const env = { ...ghost.env, GHOST_ADMIN_API_KEY: adminKey, GHOST_TIMEOUT_MS: '100' }
  expect(await doctorLines(env)).toContainEqual(expect.stringMatching(/^problem {2}GHOST_URL: .* 100 ms/))
  expect(ghost.calls).toHaveLength(1)
})

it('finds posts of neither language and of both', async () => {
  await using ghost = await startFakeGhost([
    ...posts,
    fakePost('perdu', { tags: [tags.strategie] }),
    fakePost('double', { tags: [tags.fr, tags.en] }),
  ])
  const lines = await doctorLines(ghost.env)
  expect(lines).toContainEqual(expect.stringMatching(/^warning {2}posts: 1 on no page.*"Titre de perdu"$/))
  expect(lines).toContainEqual(expect.stringMatching(/^warning {2}posts: 1 in the lists of both.*"Titre de double"$/))
})

it.each<[string, Record<string, string>, RegExp]>([
  ['the Content API key', { GHOST_CONTENT_API_KEY: 'f'.repeat(26) }, /^problem {2}GHOST_CONTENT_API_KEY: .*Unknown/],
  ['the Admin key', { GHOST_ADMIN_API_KEY: adminKey.replace(/.$/, '0') }, /^problem {2}GHOST_ADMIN_API_KEY: .*Invalid/],
])('finds that Ghost refuses %s, and does not show it', async (_name, env, expected) => {
  await using ghost = await startFakeGhost(posts)
  const lines = await doctorLines({ ...ghost.env, ...env })
  expect(lines.filter((line) => line.startsWith('problem'))).toEqual([expect.stringMatching(expected)])
  for (const value of Object.values(env)) expect(lines.join('\n')).not.toContain(value)
})

it('warns of a post whose text, or a picture in it, the site does not show', async () => {
  await using ghost = await startFakeGhost([
    ...posts,
    fakePost('bombe', { title: 'La bombe', html: '<div>'.repeat(3000) }),
    fakePost('photo', {
      title: 'La photo',
      html: `<p>a</p><img src="data:image/png;base64,${'A'.repeat(1_000_000)}">`,
    }),
  ])
  const lines = await doctorLines(ghost.env)
  expect(lines.filter((line) => line.includes('is not shown'))).toEqual([
    'warning  posts: the text of "La bombe" is not shown (the HTML is nested more than 128 deep). Simplify it in Ghost\'s editor',
    expect.stringMatching(
      /^warning {2}posts: part of "La photo" is not shown \(pictures in .* than 250000 characters, /,
    ),
  ])
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

it('says nothing of pages where no site answers, or a proxy only weakens their tag', async () => {
  await using site = await startSite()
  // The home page shows posts once their list is in memory.
  await fetch(`${site.url}/api/posts?lang=fr`)
  const { headers } = await fetch(site.url)
  await using proxy = await startChangingProxy(site.url, (html) => html, { etag: `W/${headers.get('etag')}` })
  expect(await doctorLines({ SITE_URL: proxy.url })).toContain('ok       SITE_URL: pages arrive as the site sends them')
  expect(await doctorLines({ SITE_URL: 'http://127.0.0.1:1' })).not.toContainEqual(expect.stringContaining('pages'))
})

// See test/unit/doctor-site.test.ts for its other answers.
it('finds that the running site has another secret', async () => {
  const { ghost, site } = await startSiteWithGhost(posts, { GHOST_WEBHOOK_SECRET: 'un-autre-secret' })
  const lines = await doctorLines({ ...ghost.env, SITE_URL: site.url, GHOST_WEBHOOK_SECRET: secret })
  expect(lines).toContainEqual(expect.stringMatching(/^problem {2}GHOST_WEBHOOK_SECRET: .* with 401;/))
})

it('says that Markdown files are used where no Ghost is configured, and leaves no file behind', async () => {
  await using outbox = await temporaryFolder()
  const { code, output, errors } = await runBuilt('doctor', { OUTBOX_DIR: outbox.path })
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  expect(output).toMatch(/^ok {7}posts: \d+ Markdown files of fr; no Ghost is configured$/m)
  expect(await readdir(outbox.path)).toEqual([])
})

it('names the Markdown files that are beyond the bounds', async () => {
  await using folder = await temporaryFolder()
  await cp(join(projectRoot, 'content/posts'), folder.path, { recursive: true })
  const head = '---\ntitle: a\nexcerpt: b\npublished_at: 2026-05-04T09:00:00Z\nauthors: [c]\n---\n'
  await writeFile(join(folder.path, 'fr/tard.md'), `${head}${'mot '.repeat(2000)}${'<div>'.repeat(3000)}`)
  await writeFile(join(folder.path, 'fr/tot.md'), head + '<div>'.repeat(3000))
  const lines = await doctorLines({ CONTENT_DIR: folder.path })
  for (const name of ['tard', 'tot'])
    expect(lines).toContainEqual(expect.stringMatching(`^problem {2}CONTENT_DIR: fr/${name}.md: .*nested`))
})

it.each([
  { name: 'GHOST_ADMIN_API_KEY', value: adminKey, lacking: 'have no previews' },
  { name: 'GHOST_WEBHOOK_SECRET', value: secret, lacking: 'send no webhooks' },
])('warns that $name is of no use where no Ghost is configured', async ({ name, value, lacking }) => {
  const about = (lines: string[]) => lines.filter((line) => line.includes(name))
  expect(about(await doctorLines({ [name]: value }))).toEqual([
    `warning  ${name}: is of no use without GHOST_URL: Markdown files ${lacking}`,
  ])
  expect(about(await doctorLines({}))).toEqual([])
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
