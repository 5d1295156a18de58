import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import request from 'supertest'
import { expect, it } from 'vitest'
import { projectRoot } from '../../../server/runtime/project-root.ts'
import { startBuiltSite } from '../../support/start-built-site.ts'
import { startSite } from '../../support/start-site.ts'
import { folderForTest } from '../../support/folder-for-test.ts'

/** The built site in a folder of its own, with the packages that are named and no others. */
async function copyOfSite(packages: string[]): Promise<string> {
  const copy = await folderForTest()
  for (const part of ['package.json', 'dist', 'content'])
    await cp(join(projectRoot, part), join(copy, part), { recursive: true })
  for (const name of packages) {
    const path = join(copy, 'node_modules', name)
    await mkdir(dirname(path), { recursive: true })
    await symlink(join(projectRoot, 'node_modules', name), path)
  }
  return copy
}

async function allPackages(): Promise<string[]> {
  const { dependencies } = JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8'))
  return Object.keys(dependencies)
}

/** Packages that a site without Ghost loads when it first needs them, if ever. */
const late = [
  ...['altcha-lib', 'cheerio', 'highlight.js', 'jose', 'marked', 'minisearch', 'node-fetch', 'nodemailer'],
  ...['parse5', 'parse5-htmlparser2-tree-adapter', 'prom-client', 'rate-limiter-flexible', 'sanitize-html', 'sharp'],
  'yaml',
]

/** The articles that come with the site, in French, by their slugs. */
async function ownSlugs(): Promise<string[]> {
  const files = await readdir(join(projectRoot, 'content/posts/fr'))
  return files.map((file) => file.replace(/\.md$/, ''))
}

it('a site whose posts are as built shows them without the packages that posts are made with', async () => {
  const packages = (await allPackages()).filter((name) => !late.includes(name))
  expect(packages).toHaveLength((await allPackages()).length - late.length)
  await using site = await startBuiltSite({}, await copyOfSite(packages))
  for (const path of ['/', '/blog', '/en/blog', ...(await ownSlugs()).map((slug) => `/blog/${slug}`)])
    await request(site.url).get(path).expect(200)
  expect(site.said()).not.toContain('ERR_MODULE_NOT_FOUND')
})

// See server/posts/markdown/built-posts.test.ts for files that count as missing.
it('a site shows its posts if the built posts are missing', async () => {
  const copy = await copyOfSite(await allPackages())
  await rm(join(copy, 'dist/server/posts.json'))
  await using site = await startBuiltSite({}, copy)
  const { text: list } = await request(site.url).get('/blog').expect(200)
  for (const slug of await ownSlugs()) expect(list).toContain(`/blog/${slug}"`)
})

it('an edited file, a new one and one that is gone show in any folder', async () => {
  const content = await folderForTest()
  await cp(join(projectRoot, 'content/posts'), content, { recursive: true })
  const [edited = '', gone = '', kept = ''] = await ownSlugs()
  const text = await readFile(join(content, `fr/${edited}.md`), 'utf8')
  await writeFile(join(content, `fr/${edited}.md`), `${text}\n\nUne phrase **ajoutée**.\n`)
  await writeFile(join(content, 'fr/tout-neuf.md'), text.replace(/^title: .*$/m, 'title: Tout neuf'))
  await rm(join(content, `fr/${gone}.md`))
  await using site = await startSite({ CONTENT_DIR: content })

  expect((await request(site.app).get(`/blog/${edited}`).expect(200)).text).toContain('<strong>ajoutée</strong>')
  expect((await request(site.app).get('/blog').expect(200)).text).toContain('Tout neuf')
  await request(site.app).get(`/blog/${gone}`).expect(404)
  await request(site.app).get(`/blog/${kept}`).expect(200)
})
