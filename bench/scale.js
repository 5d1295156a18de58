// `npm run scale`: what 10 to 10 000 posts a language cost the built site, and what a slow Ghost costs its visitors. Times are those
// of this machine; bytes, calls and how things grow are not. `npm run scale -- 10 1000` measures these sizes only.
import { fork, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const webhookSecret = 'un-secret-de-mesure'
const key = '0123456789abcdef0123456789'
const words =
  'archive greffe récolement notice fonds dossier versement conservation métadonnée nordet rivière côte'.split(' ')

/** Words by chance, the same ones each time: real texts do not repeat themselves, and compress by their words only. */
function textOf(seed, count) {
  let state = seed + 1
  return Array.from({ length: count }, () => {
    state = (state * 48_271) % 2_147_483_647
    return `${words[state % words.length]}${state % 97}`
  }).join(' ')
}

function postOf(index, language) {
  const id = `${language}-${index}`
  const topic = { id: `t${index % 20}`, slug: `theme-${index % 20}`, name: `Thème ${index % 20}` }
  const date = new Date(Date.UTC(2026, 9, 1) - index * 3_600_000).toISOString()
  return {
    id,
    slug: `article-${id}`,
    title: `Article ${index} : ${textOf(index, 5)}`,
    html: Array.from({ length: 8 }, (_, part) => `<p>${textOf(index * 10 + part, 60)}</p>`).join(''),
    excerpt: textOf(index, 30),
    feature_image: null,
    published_at: date,
    updated_at: date,
    reading_time: 3,
    visibility: 'public',
    access: true,
    authors: [{ id: 'a', name: 'Camille Lefèvre', slug: 'camille' }],
    tags: [{ id: language, slug: language, name: language }, topic],
    primary_tag: { id: language, slug: language, name: language },
  }
}

/** The other process: a Ghost 6 with so many posts a language, a hundred a page, each call after a while. */
function serveGhost(count, delayMs) {
  const posts = Object.fromEntries(
    ['fr', 'en'].map((language) => [language, Array.from({ length: count }, (_, index) => postOf(index, language))]),
  )
  const calls = { fr: 0, en: 0, articles: 0, pages: 0 }
  const server = createServer(async (req, res) => {
    const query = new URL(req.url, 'http://ghost').searchParams
    const filter = query.get('filter') ?? ''
    const language = /tag:(fr|en)/.exec(filter)?.[1] ?? 'fr'
    const slug = /slug:'?([\w-]+)/.exec(filter)?.[1]
    const page = Number(query.get('page') ?? 1)
    if (slug) calls.articles += 1
    else {
      calls.pages += 1
      if (page === 1) calls[language] += 1
    }
    if (delayMs > 0) await sleep(delayMs)
    const found = slug ? posts[language].filter((post) => post.slug === slug) : posts[language]
    const pages = Math.max(1, Math.ceil(found.length / 100))
    const pagination = {
      page,
      limit: 100,
      pages,
      total: found.length,
      next: page < pages ? page + 1 : null,
      prev: null,
    }
    res.setHeader('Content-Type', 'application/json')
    res.end(JSON.stringify({ posts: found.slice((page - 1) * 100, page * 100), meta: { pagination } }))
  })
  process.on('message', () => process.send(calls))
  server.listen(0, '127.0.0.1', () => process.send(server.address().port))
}

async function startGhost(count, delayMs) {
  const child = fork(fileURLToPath(import.meta.url), ['ghost', String(count), String(delayMs)])
  const [port] = await once(child, 'message')
  return {
    child,
    env: { GHOST_URL: `http://127.0.0.1:${port}`, GHOST_CONTENT_API_KEY: key },
    async calls() {
      child.send('calls')
      return (await once(child, 'message'))[0]
    },
  }
}

function get(url, encoding = 'br') {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    request(url, { headers: { 'accept-encoding': encoding } }, (res) => {
      let bytes = 0
      res.on('data', (chunk) => (bytes += chunk.length))
      res.on('end', () =>
        resolve({ ms: performance.now() - began, bytes, status: res.statusCode, headers: res.headers }),
      )
    })
      .on('error', reject)
      .end()
  })
}

async function startSite(env) {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  const began = performance.now()
  const folder = await mkdtemp(join(tmpdir(), 'nordet-scale-'))
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
      MEDIA_MAX_MB: '0',
      POSTS_DIR: folder,
      ...env,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  const stop = async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
    await rm(folder, { recursive: true, force: true })
  }
  while (performance.now() - began < 60_000) {
    const up = await get(`${url}/healthz`).catch(() => null)
    if (up) return { url, child, stop, startMs: Math.round(performance.now() - began) }
    await sleep(5)
  }
  await stop()
  throw new Error(`${url}: no answer within 60 s; expected the built site to start`)
}

/** Has both lists read anew, as a webhook does, and asks meanwhile how long anybody else would have to wait. */
async function refresh(site, ghost, count) {
  const body = '{"event":"site.changed"}'
  const time = Date.now()
  const signature = `sha256=${createHmac('sha256', webhookSecret).update(`${body}${time}`).digest('hex')}, t=${time}`
  const { pages: before } = await ghost.calls()
  const spent = await processorMs(site.child.pid)
  const began = performance.now()
  const headers = { 'Content-Type': 'application/json', 'X-Ghost-Signature': signature }
  const told = await fetch(`${site.url}/webhooks/ghost`, { method: 'POST', headers, body })
  if (told.status !== 204) throw new Error(`the webhook answered ${told.status}; expected 204`)
  let longest = 0
  let done = false
  while (!done) {
    longest = Math.max(longest, (await get(`${site.url}/healthz`)).ms)
    const { pages } = await ghost.calls()
    const { headers: seen } = await get(`${site.url}/api/posts?lang=en`)
    done = pages - before >= 2 * Math.ceil(count / 100) && seen['cache-status'] === 'posts; hit'
  }
  const elapsed = performance.now() - began
  const used = (await processorMs(site.child.pid)) - spent
  return `read anew in ${ms(elapsed)} ms, ${used} ms of a processor, nobody else waited longer than ${ms(longest)} ms`
}

/** Processor time that a process has used so far, in milliseconds (Linux). */
async function processorMs(pid) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

async function residentMiB(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
}

const median = (numbers) => [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)]
// A quick machine has more of them than a call takes arguments.
const longestOf = (numbers) => numbers.reduce((one, other) => Math.max(one, other), 0)
const kb = (bytes) => (bytes / 1000).toFixed(bytes < 100_000 ? 1 : 0)
const ms = (milliseconds) => milliseconds.toFixed(milliseconds < 10 ? 1 : 0)

async function warmTimes(url, count = 30) {
  const times = []
  for (let round = 0; round < count; round += 1) times.push((await get(url)).ms)
  return times
}

async function measureSize(count, pageSize) {
  const ghost = await startGhost(count, 0)
  const site = await startSite({
    ...ghost.env,
    BLOG_PAGE_SIZE: String(pageSize),
    GHOST_WEBHOOK_SECRET: webhookSecret,
    POSTS_TTL_SECONDS: '3600',
    POSTS_WAIT_MS: '120000',
    GHOST_TIMEOUT_MS: '120000',
  })
  try {
    const rows = []
    for (const path of [
      '/api/posts?lang=fr',
      '/blog',
      '/rss.xml',
      '/feed.json',
      '/sitemap.xml',
      '/blog/article-fr-0',
    ]) {
      const first = await get(site.url + path)
      if (first.status !== 200) throw new Error(`${path}: status ${first.status}; expected 200`)
      const plain = await get(site.url + path, 'identity')
      rows.push([
        count,
        pageSize,
        path,
        kb(plain.bytes),
        kb(first.bytes),
        ms(first.ms),
        ms(median(await warmTimes(site.url + path))),
      ])
    }
    const again = await refresh(site, ghost, count)
    const { articles } = await ghost.calls()
    return {
      rows,
      note: `${count} posts, pages of ${pageSize || 'all'}: start ${site.startMs} ms, resident ${await residentMiB(site.child.pid)} MiB, ${articles} articles read one by one so far; ${again}`,
    }
  } finally {
    await site.stop()
    ghost.child.kill()
  }
}

/** A Ghost that takes 300 ms, copies that live for 2 s, 20 visitors at once. */
async function measureSlowGhost() {
  const [seconds, visitors] = [20, 20]
  const ghost = await startGhost(100, 300)
  const site = await startSite({ ...ghost.env, POSTS_TTL_SECONDS: '2' })
  try {
    await get(`${site.url}/api/posts?lang=fr`)
    const firstMs = (await get(`${site.url}/blog`)).ms
    const before = (await ghost.calls()).fr
    const end = performance.now() + seconds * 1000
    const times = { hit: [], stale: [], miss: [] }
    const visit = async () => {
      while (performance.now() < end) {
        const { ms, headers } = await get(`${site.url}/blog`)
        times[/posts; (?:fwd=)?(\w+)/.exec(headers['cache-status'])?.[1] ?? 'miss'].push(ms)
      }
    }
    await Promise.all(Array.from({ length: visitors }, visit))
    const calls = (await ghost.calls()).fr - before
    const tell = ([name, all]) =>
      all.length ? `${all.length} ${name} (median ${ms(median(all))} ms, longest ${ms(longestOf(all))})` : `0 ${name}`
    console.log(
      `\na Ghost that takes 300 ms, copies of 2 s, ${visitors} visitors for ${seconds} s: first /blog ${ms(firstMs)} ms, ${Object.entries(times).map(tell).join(', ')}, ${calls} calls for the list`,
    )
  } finally {
    await site.stop()
    ghost.child.kill()
  }
}

/** A Ghost that never answers, and nothing held. */
async function measureHangingGhost() {
  const ghost = await startGhost(1, 600_000)
  const site = await startSite({ ...ghost.env, GHOST_TIMEOUT_MS: '2000' })
  try {
    const times = []
    for (let visit = 0; visit < 8; visit += 1) {
      times.push(ms((await get(`${site.url}/blog`)).ms))
      await sleep(300)
    }
    console.log(
      `a Ghost that never answers (POSTS_WAIT_MS 500, GHOST_TIMEOUT_MS 2000): /blog every 0.3 s takes ${times.join(', ')} ms`,
    )
  } finally {
    await site.stop()
    ghost.child.kill()
  }
}

async function scale(sizes) {
  const row = (cells) => console.log(cells.map((cell, index) => String(cell).padEnd(index === 2 ? 22 : 9)).join(''))
  row(['posts', 'page', 'address', 'kB', 'kB br', 'cold ms', 'warm ms'])
  const notes = []
  for (const count of sizes) {
    for (const pageSize of [0, 20]) {
      const { rows, note } = await measureSize(count, pageSize)
      rows.forEach(row)
      notes.push(note)
    }
  }
  console.log(`\n${notes.join('\n')}`)
  await measureSlowGhost()
  await measureHangingGhost()
}

const [what, ...numbers] = process.argv.slice(2)
if (what === 'ghost') serveGhost(...numbers.map(Number))
else
  await scale(
    [what, ...numbers]
      .filter(Boolean)
      .map(Number)
      .concat(what ? [] : [10, 100, 1000, 10_000]),
  )
