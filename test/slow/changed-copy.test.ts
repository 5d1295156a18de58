import { execFileSync } from 'node:child_process'
import { cp, readFile, symlink, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { colours } from '../../shared/company.ts'
import { projectRoot } from '../../server/runtime/project-root.ts'
import { elements, headOf } from '../http/support/html.ts'
import { startBuiltSite } from '../support/start-built-site.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const left = ['node_modules', 'dist', 'data', 'test-report', '.git']
const pages = [
  { address: '/example', language: 'fr', title: 'Exemple', heading: 'Une page en exemple' },
  { address: '/en/example', language: 'en', title: 'Example', heading: 'A page as an example' },
]

const colour = '#123456'

/** Makes changes in a copy of the project, and records which files they change. */
function createEditor(folder: string) {
  const touched = new Set<string>()
  const read = (path: string) => readFile(join(folder, path), 'utf8')
  async function write(path: string, text: string) {
    touched.add(path)
    await writeFile(join(folder, path), text)
  }
  async function replace(path: string, from: string, to: string) {
    const text = await read(path)
    expect(text, path).toContain(from)
    await write(path, text.replace(from, to))
  }
  return { read, write, replace, touched }
}

/** Adds the page `example`, as the README says. */
async function addPage({ read, write, replace }: ReturnType<typeof createEditor>) {
  const row = "  example: { path: '/example', query: {}, posts: 'none', languages: ['fr', 'en'] },\n"
  await replace('shared/site-map.ts', '  contact: {', `${row}  contact: {`)
  await replace('shared/site-map.ts', "  'contact',\n] as const", "  'example',\n  'contact',\n] as const")
  await replace('shared/site-map.ts', "'blog', 'contact'] }", "'blog', 'example', 'contact'] }")
  for (const { language, title, heading } of pages) {
    await replace(`locales/${language}/common.json`, '    "contact":', `    "example": "${title}",\n    "contact":`)
    const texts = JSON.parse(await read(`locales/${language}/about.json`)) as { title: string; meta: { title: string } }
    const own = { ...texts, title: heading, meta: { ...texts.meta, title } }
    await write(`locales/${language}/example.json`, JSON.stringify(own))
  }
  // The new page shares the style of the page that it was copied from.
  const page = await read('client/pages/about.tsx')
  await write('client/pages/example.tsx', page.replace(/\babout\b(?!\.module)/g, 'example'))
}

let site: Awaited<ReturnType<typeof startBuiltSite>>
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let changedFiles: ReadonlySet<string> = new Set()

beforeAll(async () => {
  folder = await temporaryFolder()
  await cp(projectRoot, folder.path, { recursive: true, filter: (path) => !left.includes(basename(path)) })
  await symlink(join(projectRoot, 'node_modules'), join(folder.path, 'node_modules'))
  const editor = createEditor(folder.path)
  await addPage(editor)
  changedFiles = new Set(editor.touched)
  await editor.replace('shared/company.ts', colours.ink, colour)
  await editor.replace('client/styles/tokens.css', colours.ink, colour)
  const { NODE_ENV: _test, ...env } = process.env
  for (const command of ['typescript/bin/tsc', 'vite/bin/vite.js build --app --logLevel warn']) {
    execFileSync(process.execPath, `node_modules/${command}`.split(' '), { cwd: folder.path, env, stdio: 'pipe' })
  }
  site = await startBuiltSite({}, folder.path)
}, 300_000)

afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

it('a new page changes six files', () => {
  expect(changedFiles.size).toBe(6)
})

it.each(pages)('the page is served at $address, linked, listed, and has its share image', async (page) => {
  const { address, language, title, heading } = page
  const answer = await fetch(site.url + address)
  const text = await answer.text()
  expect(answer.status).toBe(200)
  expect(text).toContain(`<html lang="${language}"`)
  expect(elements(text, 'h1').map((element) => element.text)).toEqual([heading])
  for (const place of [elements(text, 'header')[0], elements(text, 'footer').at(-1)]) {
    const links = elements(place?.inner ?? '', 'a').filter(({ attributes }) => attributes.href === address)
    expect(links.map((link) => link.text)).toEqual([title])
  }
  expect(await (await fetch(`${site.url}/sitemap.xml`)).text()).toContain(`<loc>${site.url}${address}</loc>`)

  const image = headOf(text).meta['og:image'] ?? ''
  expect(image).toBe(`${site.url}/share/${language}-example.png`)
  expect((await fetch(image)).headers.get('Content-Type')).toBe('image/png')
})

it.each(['/favicon.svg', '/'])('%s has the new colour, and not the former one', async (path) => {
  const text = await (await fetch(site.url + path)).text()
  expect([text.includes(colour), text.includes(colours.ink)]).toEqual([true, false])
})
