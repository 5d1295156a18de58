// `npm run audit`: checks every page with the Nu HTML checker and the main pages with Lighthouse, and prints a table. If the
// environment names a Ghost, its articles are checked. More addresses may follow, e.g. `npm run audit -- /preview/<uuid>`. Times are
// medians of RUNS, by default three. The last row shows Chromium's own share on a phone: a page with one word and the site's headers.
// Plain JavaScript: it starts the built site as it runs in production. Needs Java (for the checker) and Chromium.
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launch } from 'chrome-launcher'
import lighthouse, { desktopConfig } from 'lighthouse'
import vnu from 'vnu-jar'
import { startBuiltSite } from '../built-site.js'
import { median } from '../median.js'

const chromeFlags = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--no-first-run',
]
const programs = ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell']
const chromePath = process.env.CHROMIUM_PATH ?? programs.find((program) => existsSync(program))

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
const runs = Number(process.env.RUNS ?? 3)

/** Every path of the sitemap. */
async function pathsOf(base) {
  const sitemap = await (await fetch(`${base}/sitemap.xml`)).text()
  return Array.from(sitemap.matchAll(/<loc>([^<]+)<\/loc>/g), ([, address]) => new URL(address).pathname)
}

/** The contact page after an incomplete form was sent without JavaScript. */
async function contactWithErrors(base) {
  const body = new URLSearchParams({ lang: 'fr', email: 'x', subject: 'ai' })
  const { headers } = await fetch(`${base}/api/contact`, { method: 'POST', body, redirect: 'manual' })
  const [draft = ''] = (headers.get('set-cookie') ?? '').split(';', 1)
  return fetch(base + headers.get('location'), { headers: { cookie: draft } })
}

/**
 * Checks every address of the sitemap, and the screens that it does not list, with the Nu HTML checker. It also reads their styles.
 * It does not know container queries and anchors (version 26.9), so these are in layer `later`.
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
  const reported = messages.filter(({ type, subType }) => type === 'error' || subType === 'warning')
  for (const { url, type, subType, message, extract } of reported) {
    const address = addresses[Number(/(\d+)\.html$/.exec(url)?.[1])]
    console.log(`${address}: ${subType ?? type}: ${message}\n    ${extract}`)
  }
  console.log(`Nu HTML checker: ${addresses.length} pages, ${reported.length} errors and warnings\n`)
  return reported.length
}

/**
 * One page's report. Cross-Origin-Opener-Policy makes Chromium change the process, and its trace sometimes lacks the beginning of that
 * navigation. Lighthouse then has no figures (NO_NAVSTART) and is run again.
 */
async function report(url, port, config) {
  for (let tries = 1; ; tries += 1) {
    const { lhr } = await lighthouse(url, { port, onlyCategories: categories, logLevel: 'silent' }, config)
    if (!lhr.runtimeError) return lhr
    if (tries === 3) throw new Error(`${url}: Lighthouse gave ${lhr.runtimeError.code} three times; expected a report`)
  }
}

/** One page on one device: its lowest scores, the medians of its times and the range of its blocking time. */
async function measurePage(url, device, config, port) {
  const reports = []
  while (reports.length < runs) reports.push(await report(url, port, config))
  const values = (audit) => reports.map(({ audits }) => audits[audit].numericValue ?? Number.NaN)
  const scores = categories.map((category) =>
    Math.round(100 * Math.min(...reports.map((lhr) => lhr.categories[category].score))),
  )
  const blocking = values('total-blocking-time').map(Math.round)
  const range = `${median(blocking)} (${Math.min(...blocking)}-${Math.max(...blocking)})`
  const paint = Math.round(median(values('largest-contentful-paint')))
  return {
    reports,
    scores,
    cells: [device, ...scores, paint, range, median(values('cumulative-layout-shift')).toFixed(3)],
  }
}

/** Serves a page with one word and with the headers of the site's pages. */
async function startEmptyPage(base) {
  const headers = new Headers((await fetch(base)).headers)
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding', 'link', 'etag']) headers.delete(name)
  const server = createServer((_, response) => {
    response
      .setHeaders(headers)
      .end('<!DOCTYPE html><html lang="en"><meta name="viewport" content="width=device-width"><p>Word')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${server.address().port}/`, stop: () => server.close() }
}

async function measure(base, measured) {
  const chrome = await launch({ chromePath, chromeFlags })
  const row = (cells) =>
    console.log(cells.map((cell, index) => String(cell).padEnd([60, 9, 7, 7, 7, 7, 9, 14][index])).join(''))
  row(['Lighthouse', 'device', 'perf', 'access', 'best', 'seo', 'LCP ms', 'TBT ms', 'CLS'])
  let low = 0
  const empty = await startEmptyPage(base)
  try {
    for (const path of measured) {
      for (const [device, config] of [
        ['mobile', undefined],
        ['desktop', desktopConfig],
      ]) {
        const { reports, scores, cells } = await measurePage(base + path, device, config, chrome.port)
        row([path, ...cells])
        low += scores.filter((score, index) => score < (index === 0 && device === 'mobile' ? 99 : 100)).length
        for (const category of categories) {
          for (const { id } of reports[0].categories[category].auditRefs) {
            const audit = reports[0].audits[id]
            if (category !== 'performance' && audit.score !== null && audit.score < 1)
              console.log(`    ${id}: ${audit.title}`)
          }
        }
      }
    }
    const { cells } = await measurePage(empty.url, 'mobile', undefined, chrome.port)
    row(['one word, with the same headers', ...cells])
  } finally {
    empty.stop()
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
