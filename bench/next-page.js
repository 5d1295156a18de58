// `npm run measure -- next-page`: the time from a click until the next page's heading is in the tree and painted, in Chromium on this
// machine. Three cases: React is loaded and the pointer has rested on the link, without motion; the same with fading in, which begins
// nearly transparent; and a click before React is loaded. A script in the page measures, since a question from outside adds a frame
// or two. Prints the medians of both times, and the latest paint.
import { chromium } from 'playwright-core'
import { startBuiltSite } from './built-site.js'
import { median } from './median.js'

const rounds = 9
const ways = [
  ['/', '/ai'],
  ['/', '/blog'],
  ['/blog', '/blog/numeriser-sans-perdre-la-preuve'],
  ['/en', '/en/archiving'],
]
const cases = [
  { prepared: true, reducedMotion: 'reduce' },
  { prepared: true, reducedMotion: 'no-preference' },
  { prepared: false, reducedMotion: 'reduce' },
]

/** Records the times of the click, of the next heading in the tree and of its frame, by a clock that all documents share. */
function watch() {
  const now = () => performance.timeOrigin + performance.now()
  const headingOf = () => document.querySelector('h1')?.textContent
  addEventListener(
    'click',
    () => {
      sessionStorage.setItem('clicked', JSON.stringify({ at: now(), heading: headingOf() }))
    },
    true,
  )
  new MutationObserver((_, observer) => {
    const clicked = JSON.parse(sessionStorage.getItem('clicked') ?? 'null')
    if (!clicked || !headingOf() || headingOf() === clicked.heading) return
    observer.disconnect()
    const inTree = now() - clicked.at
    // A message that is posted in a frame arrives once that frame is drawn.
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      window.turned = { inTree, painted: now() - clicked.at }
    }
    requestAnimationFrame(() => port2.postMessage(null))
  }).observe(document, { childList: true, subtree: true, characterData: true })
}

/** Milliseconds from the click until the new heading is in the tree, and until its frame. */
async function turn(browser, base, from, to, { prepared, reducedMotion }) {
  const context = await browser.newContext({ reducedMotion })
  const page = await context.newPage()
  await page.addInitScript(watch)
  await page.goto(base + from)
  const link = page.locator(`a[href="${to}"]`).first()
  if (prepared) {
    // The pointer makes the page load React.
    await link.hover()
    await page.locator('header button[aria-expanded]').first().waitFor({ state: 'attached' })
    await page.waitForTimeout(500)
  }
  await link.evaluate((element) => element.click())
  const turned = await page.waitForFunction(() => window.turned)
  const times = await turned.jsonValue()
  await context.close()
  return times
}

async function measure(browser, base) {
  // Meanwhile the site prepares the lists.
  await new Promise((resolve) => setTimeout(resolve, 8000))
  console.log(
    '| from | to | React there, pointer on the link | the same fading in | click before React: a page load |\n| --- | --- | --- | --- | --- |',
  )
  for (const [from, to] of ways) {
    const cells = []
    for (const conditions of cases) {
      const times = []
      for (let round = 0; round < rounds; round += 1) times.push(await turn(browser, base, from, to, conditions))
      const [inTree, painted] = ['inTree', 'painted'].map((name) => times.map((time) => time[name]))
      const [usual, shown, latest] = [median(inTree), median(painted), Math.max(...painted)].map(Math.round)
      cells.push(`${usual} / ${shown} (${latest}) ms`)
    }
    console.log(`| ${from} | ${to} | ${cells.join(' | ')} |`)
  }
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const site = await startBuiltSite({ env: { ...process.env, LOG_LEVEL: 'warn' } })
  try {
    await measure(browser, site.url)
  } finally {
    await site.stop()
  }
} finally {
  await browser.close()
}
