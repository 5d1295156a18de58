import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { namesGlobal } from '../../../server/posts/html/ids.ts'
import { projectRoot } from '../../../server/runtime/project-root.ts'
import { openBrowser, visit } from '../../support/browser.ts'
import { fakePost } from '../../support/fake-ghost.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'

const { ghost, site } = await shareSiteWithGhost()

const isName = (name: string) => /^[A-Za-z_$][\w$]*$/.test(name)

test('no id of a post is the name of a browser’s global', async () => {
  await using visitor = await openBrowser(site.url)
  await visitor.open('/ai')
  const names = await visitor.page.evaluate(() => {
    const found = new Set<string>()
    for (let object: unknown = window; object !== null; object = Object.getPrototypeOf(object)) {
      for (const name of Object.getOwnPropertyNames(object)) found.add(name)
    }
    // Elements with an id also define globals. Only the browser's own count here.
    for (const element of document.querySelectorAll('[id]')) found.delete(element.id)
    return [...found]
  })
  expect(names).toEqual(expect.arrayContaining(['fetch', 'trustedTypes', 'navigation', 'onpopstate']))
  expect(names.filter((name) => isName(name) && !namesGlobal(name))).toEqual([])
})

test('no id of a post is the name of a global that the site’s scripts use', async () => {
  const folder = join(projectRoot, 'dist/client/assets')
  const scripts = (await readdir(folder)).filter((file) => file.endsWith('.js'))
  const text = scripts.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n')
  const members = [...text.matchAll(/\b(?:window|globalThis|self|document)\??\.([\w$]+)/g)]
  // Names that the build has shortened belong to their module and hide globals.
  const tried = [...text.matchAll(/\btypeof ([\w$]{4,})/g)]
  const names = [...new Set([...members, ...tried].map(([, name = '']) => name))].filter((name) => name !== 'this')
  expect(names).toEqual(expect.arrayContaining(['querySelector', 'navigation', 'reportError']))
  expect(names.filter((name) => !namesGlobal(name))).toEqual([])
})

/** Globals that some browsers lack. */
const lacking = ['trustedTypes', 'navigation', 'scheduler', 'reportError']

test('an article with names of globals as ids works in a browser without these globals', async () => {
  const parts = lacking.map((name) => `<h2 id="${name}">${name}</h2>`)
  const links = lacking.map((name) => `<a href="#${name}">${name}</a>`)
  ghost.state.posts = [fakePost('globals', { html: links.join(' ') + parts.join('') })]
  const { page, visitor } = await visit(site.url)
  await page.addInitScript((names) => {
    for (const name of names) Reflect.deleteProperty(window, name)
  }, lacking)
  await visitor.open('/blog/globals')
  for (const name of lacking) {
    expect(await page.evaluate((name) => typeof Reflect.get(window, name), name)).toBe('undefined')
    const href = await page.locator('.prose a', { hasText: name }).first().getAttribute('href')
    expect(await page.locator(`h2${href}`).innerText()).toBe(name)
  }
})
