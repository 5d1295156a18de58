// `npm run measure -- posts`: how long the built site answers no other request while it converts a new post from Ghost, and while it
// reads a list of a thousand posts. `/healthz` is requested all the time: its slowest answer is the longest pause, on this machine.
import { setTimeout as sleep } from 'node:timers/promises'
import { median } from './median.js'
import { mainThreadMs } from './process-statistics.js'
import { startSiteOnGhost } from './site-on-ghost.js'
import { get } from './timed-request.js'
import { deliverChange, webhookSecret } from './webhook.js'

const rounds = Number(process.env.ROUNDS ?? 3)
const env = {
  GHOST_WEBHOOK_SECRET: webhookSecret,
  POSTS_TTL_SECONDS: '3600',
  POSTS_WAIT_MS: '60000',
  GHOST_TIMEOUT_MS: '60000',
}
/** Requests after Ghost's last answer. Meanwhile the site converts the posts and warms up. */
const restCount = 1000

const repeat = (count, write) => Array.from({ length: count }, (_, index) => write(index)).join('')
const sentence = 'Un paragraphe avec <b>des mots</b>, <a href="https://a.example/">un lien</a> et une fin. '
const picture = (index) =>
  `<figure class="kg-card kg-image-card"><img src="/content/images/2026/01/photo-${index}.jpg" class="kg-image" alt="Une photo" ` +
  'loading="lazy" width="2000" height="1333"></figure>'
const line = 'const a = { b: [1, 2, "trois"] } // quatre\n'
const code = (characters) => `<pre><code class="language-js">${line.repeat(characters / line.length)}</code></pre>`

/** The last four are among the slowest that the limits allow (`server/posts/html/parse-limits.ts`). */
const posts = {
  'a short post': repeat(5, () => `<p>${sentence}</p>`),
  'a long article: 50 KB, 300 paragraphs, 40 pictures':
    repeat(300, () => `<p>${sentence}${'mot '.repeat(12)}</p>`) + repeat(40, picture),
  '1,000 paragraphs, 200 pictures': repeat(1000, () => `<p>${sentence}</p>`) + repeat(200, picture),
  '200 KB of code': repeat(20, () => code(10_000)),
  '4,990 buttons that name an address': '<button data-url="https://a.example/x">a</button>'.repeat(4990),
  '2,450 formulas, 50 deep': `${'<math><mtext>'.repeat(50)}a${'</mtext></math>'.repeat(50)}`.repeat(49),
  '4,900 blocks among words': `<b>${'<article> </article><!---->'.repeat(4900)}`,
  '1,490 quotations with a link':
    '<blockquote class="twitter-tweet"><p>a</p><a href="https://twitter.com/a/status/1">a</a></blockquote>'.repeat(
      1490,
    ),
}

/**
 * Requests `/healthz` until Ghost has been asked for a number of list pages, and a while longer.
 *
 * @returns the longest time until an answer, and the most that the main thread computed in that time. A busy machine changes only the
 *   first
 */
async function measureMaxPause({ url, pid, ghost }, pages) {
  const max = { waitedMs: 0, computedMs: 0 }
  let isListRead = false
  const reading = (async () => {
    while ((await ghost.calls()).pages < pages) await sleep(20)
    isListRead = true
  })()
  for (let rest = restCount; rest > 0; rest -= Number(isListRead)) {
    const before = await mainThreadMs(pid)
    const { ms } = await get(`${url}/healthz`)
    max.waitedMs = Math.max(max.waitedMs, ms)
    max.computedMs = Math.max(max.computedMs, (await mainThreadMs(pid)) - before)
  }
  await reading
  return max
}

async function measurePosts() {
  const site = await startSiteOnGhost({ posts: 20 }, env)
  const times = Object.fromEntries(Object.keys(posts).map((name) => [name, []]))
  try {
    await measureMaxPause(site, 2)
    // The first code of a post loads modules, and after some posts V8 compiles. The list measures that.
    await site.ghost.publish('avant', `${code(2000)}${posts['1,000 paragraphs, 200 pictures']}`)
    for (let round = -1; round < rounds; round += 1) {
      for (const [index, [name, html]] of Object.entries(posts).entries()) {
        const slug = `article-${index}-${round}`
        await site.ghost.publish(slug, `<p>${round}</p>${html}`)
        const { pages } = await site.ghost.calls()
        await deliverChange(site.url)
        const max = await measureMaxPause(site, pages + 2)
        const { status, body } = await get(`${site.url}/blog/${slug}`, 'identity')
        const isWhole = status === 200 && !body.includes('ne peut pas être affiché')
        if (!isWhole) throw new Error(`${name}: status ${status}, or beyond the limits; expected the whole post`)
        if (round >= 0) times[name].push(max)
      }
    }
  } finally {
    await site.stop()
  }
  return times
}

/** A thousand posts in each language, twenty on a page, read right after the start and once more later. */
async function measureList() {
  const site = await startSiteOnGhost({ posts: 1000 }, { ...env, BLOG_PAGE_SIZE: '20' })
  try {
    const first = await measureMaxPause(site, 20)
    const { pages } = await site.ghost.calls()
    await deliverChange(site.url)
    const again = await measureMaxPause(site, pages + 20)
    return { first, again, idle: await measureMaxPause(site, 0) }
  } finally {
    await site.stop()
  }
}

const ms = (milliseconds) => `${milliseconds.toFixed(0)} ms`.padStart(10)
const print = (name, all) =>
  console.log(
    ms(median(all.map(({ computedMs }) => computedMs))) + ms(median(all.map(({ waitedMs }) => waitedMs))),
    ` ${name}`,
  )
console.log(
  `Node ${process.version}, medians of ${rounds}: the longest pause, as processor time and as it was waited for`,
)
for (const [name, all] of Object.entries(await measurePosts())) print(name, all)
const lists = []
for (let round = 0; round < rounds; round += 1) lists.push(await measureList())
print(
  'two lists of 1,000 posts, read for the first time',
  lists.map(({ first }) => first),
)
print(
  'the same lists, read again',
  lists.map(({ again }) => again),
)
print(
  'nothing to do',
  lists.map(({ idle }) => idle),
)
const html = posts['a long article: 50 KB, 300 paragraphs, 40 pictures']
const page = JSON.stringify({ posts: Array.from({ length: 100 }, () => ({ html })) })
const began = performance.now()
JSON.parse(page)
console.log(
  `JSON.parse of 100 long articles, ${(page.length / 1e6).toFixed(1)} MB: ${(performance.now() - began).toFixed(0)} ms`,
)
