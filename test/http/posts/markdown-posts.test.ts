import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import request from 'supertest'
import { expect, it } from 'vitest'
import { projectRoot } from '../../../server/runtime/project-root.ts'
import { startBuiltSite } from '../../support/start-built-site.ts'
import { startSite } from '../../support/start-site.ts'
import { elements, headOf, postLinksIn } from '../support/html.ts'
import { folderForTest } from '../../support/folder-for-test.ts'

const siteUrl = 'https://www.site.example'

/** The built site in its own folder, with only the given packages. */
async function copyOfSite(packages: string[]): Promise<string> {
  const copy = await folderForTest()
  for (const part of ['package.json', 'dist', 'content'])
    await cp(join(projectRoot, part), join(copy, part), { recursive: true })
  await linkPackages(copy, packages)
  return copy
}

async function linkPackages(copy: string, packages: string[]) {
  for (const name of packages) {
    const path = join(copy, 'node_modules', name)
    await mkdir(dirname(path), { recursive: true })
    await symlink(join(projectRoot, 'node_modules', name), path)
  }
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

it('shows built posts without the packages that convert posts, and converts them if they are missing', async () => {
  const packages = await allPackages()
  const early = packages.filter((name) => !late.includes(name))
  expect(early).toHaveLength(packages.length - late.length)
  const copy = await copyOfSite(early)
  await using site = await startBuiltSite({}, copy)
  for (const path of ['/', '/blog', '/en/blog', ...(await ownSlugs()).map((slug) => `/blog/${slug}`)])
    await request(site.url).get(path).expect(200)
  expect(site.said()).not.toContain('ERR_MODULE_NOT_FOUND')

  await linkPackages(copy, late)
  await rm(join(copy, 'dist/server/posts.json'))
  await using other = await startBuiltSite({}, copy)
  const { text: list } = await request(other.url).get('/blog').expect(200)
  for (const slug of await ownSlugs()) expect(list).toContain(`/blog/${slug}"`)
})

it('shows edited, new and deleted files, in any folder', async () => {
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

it('has a page for each topic of Markdown posts, with any characters in its name', async () => {
  const folder = await folderForTest()
  for (const language of ['fr', 'en']) await mkdir(join(folder, language))
  const names = ['C', 'C#', 'C++', 'ᐃᓄᒃᑎᑐᑦ', '🎉']
  for (const [index, name] of names.entries()) {
    const head = `title: Article ${index}\nexcerpt: a\npublished_at: 2026-05-0${index + 1}T09:00:00Z\nauthors: [Ada]\ntags: ["${name}"]`
    await writeFile(join(folder, 'fr', `${index}.md`), `---\n${head}\n---\na\n`)
  }
  await using site = await startSite({ CONTENT_DIR: folder, SITE_URL: siteUrl })
  for (const [index, name] of names.entries()) {
    const article = await request(site.app).get(`/blog/${index}`).expect(200)
    const [path = ''] = /\/blog\/tag\/[^"]+/.exec(article.text) ?? []
    const { text } = await request(site.app).get(path).expect(200)
    expect(elements(text, 'h1').map((heading) => heading.text)).toEqual([name])
    expect(postLinksIn(text)).toEqual([`/blog/${index}`])
    expect(headOf(text).canonical).toEqual([siteUrl + path])
  }
})
