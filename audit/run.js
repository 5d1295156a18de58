// `npm run audit`: every page through the Nu HTML checker, the main ones through Lighthouse; prints a table. With a Ghost in the
// environment its articles are checked; further addresses may follow, e.g. `npm run audit -- /preview/<uuid>`.
// Plain JavaScript: it starts the built site as it runs in production. Needs Java (for the checker) and Chromium.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launch } from 'chrome-launcher'
import lighthouse, { desktopConfig } from 'lighthouse'
import vnu from 'vnu-jar'
import { startBuiltSite } from '../bench/built-site.js'

const chromeFlags = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--no-first-run',
]
const chromePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

/** Screens that no sitemap names; `BLOG_PAGE_SIZE` makes the second page of the list. */
const unlisted = [
  '/nowhere',
  '/blog/nowhere',
  '/blog?page=2',
  '/blog/tag/archivage',
  '/blog?newsletter=invalid',
  '/en/contact?form=error',
  '/en/contact?form=botCheck',
  '/en/terms',
]
const mainPages = ['/', '/ai', '/blog', '/en']
const categories = ['performance', 'accessibility', 'best-practices', 'seo']

/** Every path of the sitemap. */
async function pathsOf(base) {
  const sitemap = await (await fetch(`${base}/sitemap.xml`)).text()
  return Array.from(sitemap.matchAll(/<loc>([^<]+)<\/loc>/g), ([, address]) => new URL(address).pathname)
}

/** The contact page as it comes back, without JavaScript, to whoever has sent it half filled in. */
async function contactWithErrors(base) {
  const body = new URLSearchParams({ lang: 'fr', name: '', email: 'x', subject: 'ai', message: '' })
  const { headers } = await fetch(`${base}/api/contact`, { method: 'POST', body, redirect: 'manual' })
  const [draft = ''] = (headers.get('set-cookie') ?? '').split(';', 1)
  return fetch(base + headers.get('location'), { headers: { cookie: draft } })
}

/**
 * The messages of the Nu HTML checker on every address of the sitemap, and on the screens that it does not name. It reads their
 * styles as well, but does not know container queries, anchors and view transitions (version 26.9): the layer `later` has those.
 */
async function checkHtml(base, listed) {
  const addresses = [...listed, ...unlisted, ...process.argv.slice(2), '/contact, with errors']
  const folder = mkdtempSync(join(tmpdir(), 'audit-'))
  const files = []
  for (const [index, address] of addresses.entries()) {
    const answer = address.startsWith('/contact,') ? contactWithErrors(base) : fetch(base + address)
    files.push(join(folder, `${index}.html`))
    writeFileSync(files[index], await (await answer).text())
  }
  const { stderr, error } = spawnSync('java', ['-jar', vnu, '--format', 'json', ...files], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  if (error) throw new Error(`java: ${error.message}; expected a Java runtime for the HTML checker`)
  const { messages } = JSON.parse(stderr)
  const told = messages.filter(({ type, subType }) => type === 'error' || subType === 'warning')
  for (const { url, type, subType, message, extract } of told) {
    const address = addresses[Number(/(\d+)\.html$/.exec(url)?.[1])]
    console.log(`${address}: ${subType ?? type}: ${message}\n    ${extract}`)
  }
  console.log(`Nu HTML checker: ${addresses.length} pages, ${told.length} errors and warnings\n`)
  return told.length
}

/**
 * One page's report. Now and then Chromium's trace lacks the beginning of a navigation that changes the process, as
 * Cross-Origin-Opener-Policy makes it do; Lighthouse then has no figure at all (NO_NAVSTART), and is asked again.
 */
async function report(url, port, config) {
  for (let tries = 1; ; tries += 1) {
    const { lhr } = await lighthouse(url, { port, onlyCategories: categories, logLevel: 'silent' }, config)
    if (!lhr.runtimeError) return lhr
    if (tries === 3) throw new Error(`${url}: Lighthouse gave ${lhr.runtimeError.code} three times; expected a report`)
  }
}

async function measure(base, measured) {
  const chrome = await launch({ chromePath, chromeFlags })
  const row = (cells) => console.log(cells.map((cell, index) => String(cell).padEnd(index === 0 ? 60 : 9)).join(''))
  row(['Lighthouse', 'device', 'perf', 'access', 'best', 'seo', 'LCP ms', 'TBT ms', 'CLS'])
  let low = 0
  try {
    for (const path of measured) {
      for (const [device, config] of [
        ['mobile', undefined],
        ['desktop', desktopConfig],
      ]) {
        const lhr = await report(base + path, chrome.port, config)
        const scores = categories.map((category) => Math.round(lhr.categories[category].score * 100))
        const value = (audit) => lhr.audits[audit].numericValue ?? Number.NaN
        row([
          path,
          device,
          ...scores,
          Math.round(value('largest-contentful-paint')),
          Math.round(value('total-blocking-time')),
          value('cumulative-layout-shift').toFixed(3),
        ])
        low += scores.filter((score, index) => score < (index === 0 && device === 'mobile' ? 99 : 100)).length
        for (const category of categories) {
          for (const { id } of lhr.categories[category].auditRefs) {
            const audit = lhr.audits[id]
            if (category !== 'performance' && audit.score !== null && audit.score < 1)
              console.log(`    ${id}: ${audit.title}`)
          }
        }
      }
    }
  } finally {
    chrome.kill()
  }
  return low
}

const site = await startBuiltSite({ env: { BLOG_PAGE_SIZE: '4', ...process.env, LOG_LEVEL: 'warn' } })
try {
  const base = site.url
  const paths = await pathsOf(base)
  const article = paths.find((path) => /^\/blog\/[^/]+$/.test(path))
  const messages = await checkHtml(base, paths)
  const low = await measure(base, article ? [...mainPages, article] : mainPages)
  console.log(`\n${messages} HTML messages, ${low} scores below the goal`)
  process.exitCode = messages + low > 0 ? 1 : 0
} finally {
  await site.stop()
}
