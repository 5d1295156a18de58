// `npm run next-page`: how long after a click the next page's heading is painted, in Chromium, on this machine: once React is
// there and the pointer has rested on the link, without motion and with the browser's transition, and when the click comes before
// React. Medians.
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

/** From the click, by the clock that both documents share, to the frame after the new heading stands there. */
async function turn(browser, base, from, to, { prepared, reducedMotion }) {
  const context = await browser.newContext({ reducedMotion })
  const page = await context.newPage()
  await page.addInitScript(() => {
    addEventListener(
      'click',
      () => sessionStorage.setItem('clicked', String(Date.now() + (performance.now() % 1))),
      true,
    )
  })
  await page.goto(base + from)
  const link = page.locator(`a[href="${to}"]`).first()
  if (prepared) {
    await page.locator('header button[aria-expanded]').first().waitFor({ state: 'attached' })
    await link.hover()
    await page.waitForTimeout(500)
  }
  const heading = await page.locator('h1').innerText()
  await link.evaluate((element) => element.click())
  await page.waitForFunction(
    (former) => document.querySelector('h1') && document.querySelector('h1').innerText !== former,
    heading,
    {
      polling: 'raf',
    },
  )
  const took = await page.evaluate(
    () =>
      new Promise((resolve) =>
        requestAnimationFrame(() => resolve(Date.now() - Number(sessionStorage.getItem('clicked')))),
      ),
  )
  await context.close()
  return took
}

async function measure(browser, base) {
  // Until all pages are made.
  await new Promise((resolve) => setTimeout(resolve, 8000))
  console.log(
    '| from | to | React there, pointer on the link | the same with a transition | click before React: a page load |\n| --- | --- | --- | --- | --- |',
  )
  for (const [from, to] of ways) {
    const cells = []
    for (const given of cases) {
      const times = []
      for (let round = 0; round < rounds; round += 1) times.push(await turn(browser, base, from, to, given))
      cells.push(`${Math.round(median(times))} ms`)
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
