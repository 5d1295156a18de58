// `npm run measure -- varnish`: two processes of the built site behind a real Varnish, told by webhooks of a Ghost that is played here.
// Measures how long a change takes until it shows, how many of the visits that follow reach an instance, what a page costs at the edge
// and behind it, and what is shown with no instance left; ends with 1 where a change takes more than two seconds, a page is in the wrong
// language, or one is lost. On 127.0.0.1 only.
import { setTimeout as pause } from 'node:timers/promises'
import { runnerImport } from 'vite'
import { loadWith } from './load.js'
import { median } from './median.js'
import { childrenOf, processorMicroseconds, residentMiB } from './process-statistics.js'

const options = { configFile: false, oxc: { target: 'es2022' } }
const { module: varnish } = await runnerImport('./test/http/support/behind-varnish.ts', options)
const { module: fake } = await runnerImport('./test/support/fake-ghost.ts', options)

const rounds = 5
const visits = 2000
const longestMs = 2000
const behind = await varnish.startBehindVarnish()
const { ask, ghost, one, other } = behind
const original = ghost.state.posts
// Both instances have the list before the first change.
for (const { url } of [one, other]) await fetch(`${url}/blog`)
const pages = [
  '/',
  '/ai',
  '/blog',
  '/blog/un-article',
  '/en',
  '/en/blog',
  '/en/blog/an-article',
  '/contact',
  '/rss.xml',
]
let failed = 0

/** Milliseconds from Ghost's word until `path` shows it. */
async function change(posts, path, shows) {
  // The effects of the change before are over by then.
  await pause(1500)
  ghost.state.posts = posts
  const began = performance.now()
  await behind.deliver()
  while (!shows(await ask(path))) {
    if (performance.now() - began > 10_000) break
    await pause(10)
  }
  return performance.now() - began
}

const post = fake.fakePost('essai')
const edited = { ...post, title: 'Essai corrigé' }
const changes = [
  ['published', [...original, post], '/blog/essai', ({ status }) => status === 200],
  ['edited', [...original, edited], '/blog/essai', ({ text }) => text.includes('Essai corrigé')],
  ['renamed', [...original, { ...edited, slug: 'deplace' }], '/blog/deplace', ({ status }) => status === 200],
  ['unpublished', original, '/blog/deplace', ({ status }) => status === 404],
]
const times = new Map(changes.map(([name]) => [name, []]))
for (let round = 0; round < rounds; round += 1) {
  for (const path of ['/blog/essai', '/blog/deplace', ...pages]) await ask(path)
  for (const [name, ...what] of changes) times.get(name).push(await change(...what))
}
for (const [name, all] of times) {
  const longest = Math.max(...all)
  if (longest > longestMs) failed += 1
  console.log(
    `${name.padEnd(14)}shows after ${Math.round(median(all))} ms, at most ${Math.round(longest)} (${rounds} times)`,
  )
}

/** Requests that the instances have logged. */
const asked = () => (one.said() + other.said()).match(/"msg":"request"/g)?.length ?? 0
await ask('/en', { headers: { Cookie: 'i18next=fr' } })
const reached = asked()
for (let visit = 0; visit < visits; visit += 1) {
  const path = pages[visit % pages.length]
  // The article is French alone.
  const language = visit % 2 === 0 || path === '/blog/un-article' ? 'fr' : 'en'
  const { status, text } = await ask(path, { headers: { Cookie: `i18next=${language}` } })
  const expected = path.startsWith('/en') ? 'en' : language
  if (status !== 200 || (path !== '/rss.xml' && !text.includes(`<html lang="${expected}"`))) failed += 1
}
const misses = asked() - reached
console.log(`${visits} visits reach an instance ${misses} times: ${(100 - (100 * misses) / visits).toFixed(1)} % hits`)

// The cost of a page: at the edge, and at an instance where the edge has not got it.
const [serving] = await childrenOf(behind.varnish.pid)
for (const path of ['/ai', '/en/blog/an-article']) {
  await ask(path, { headers: { 'Accept-Encoding': 'br' } })
  const before = await processorMicroseconds(serving)
  const { total, perSecond } = await loadWith(behind.url + path, 'br')
  const each = ((await processorMicroseconds(serving)) - before) / total
  const cost = `${Math.round(perSecond)} a second, ${each.toFixed(1)} µs of a processor each`
  console.log(`${path.padEnd(24)}at the edge: ${cost}, Varnish then ${await residentMiB(serving)} MiB`)
}
const invented = 1000
const before = await processorMicroseconds(one.pid)
for (let number = 0; number < invented; number += 1) await (await fetch(`${one.url}/ai?n=${number}`)).arrayBuffer()
const each = ((await processorMicroseconds(one.pid)) - before) / invented
console.log(`an invented query, which no edge has: ${Math.round(each)} µs of an instance's processor`)

await Promise.all([one.end('SIGKILL'), other.end('SIGKILL')])
const alive = await Promise.all(pages.map(async (path) => (await ask(path)).status))
const lost = alive.filter((status) => status !== 200).length
console.log(`both instances killed: ${alive.length - lost} of ${alive.length} pages are still shown`)
await behind[Symbol.asyncDispose]()
console.log(failed + lost === 0 ? 'nothing failed' : `${failed + lost} failed`)
process.exit(failed + lost === 0 ? 0 : 1)
