import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { signatureHeader } from '../../test/support/ghost-delivery.ts'
import { webhookSecret } from './addresses.ts'
import { startLoad } from './load.ts'
import { type SoakedSite, type StartBuiltSite, startSite } from './site.ts'
import { judge, type Row } from './verdict.ts'
import { createVisitors } from './visitors.ts'
import { readVitalSigns, summarise, type VitalSigns } from './vital-signs.ts'

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '30' }, rate: { type: 'string', default: '250' } },
})
const [minutes, rate] = [Number(values.minutes), Number(values.rate)]
if (!(minutes >= 1) || !(rate >= 1 && rate <= 400)) {
  console.error(
    `--minutes ${values.minutes} --rate ${values.rate}: not possible; expected at least 1 minute, and 1 to 400 requests a second`,
  )
  process.exit(1)
}

/** The interval of a row of the table. A short run also has enough rows for a slope. */
const rowMs = Math.min(60_000, (minutes * 60_000) / 10)
const signsEveryMs = Math.min(5000, rowMs / 4)
/** Frequent enough to fill the page cache in the first third. */
const changeEveryMs = (minutes * 60_000) / 200
/** Connections between the site and its Ghost are kept for 5 s. */
const settlingMs = 8000

const ghost = fork('bench/soak/run.js', ['ghost'])
let stopped = false

export async function run(startBuiltSite: StartBuiltSite): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'site-soak-'))
  try {
    const [ghostUrl] = (await once(ghost, 'message')) as [string]
    const site = await startSite(startBuiltSite, ghostUrl, folder)
    try {
      process.exitCode = await soak(site)
    } finally {
      stopped = true
      await site.stop()
    }
  } finally {
    ghost.disconnect()
    await rm(folder, { recursive: true, force: true })
  }
}

async function soak({ url: siteUrl, metricsUrl, pid }: SoakedSite): Promise<number> {
  const { acts, leave } = createVisitors(siteUrl)
  const vitalSigns = () => readVitalSigns(pid, metricsUrl)
  // Warms up: what is opened, loaded or created at first use is not a leak.
  for (const { run, weight } of acts) for (let times = 0; times < weight; times += 10) await run()
  leave()
  await delay(settlingMs)
  let former = await vitalSigns()
  const before = former.openFiles

  console.log(`${minutes} minutes, ${rate} requests a second, a change every ${(changeEveryMs / 1000).toFixed(1)} s\n`)
  const widths = [
    'minute',
    'requests',
    'p50 ms',
    'p99 ms',
    'loop p99 ms',
    'waited %',
    'cost ms',
    'heap MiB',
    'RSS MiB',
    'files',
  ]
  const print = (cells: (string | number)[]) => console.log(cells.map((cell) => String(cell).padStart(12)).join(''))
  print(widths)

  const load = startLoad(acts, rate)
  const changing = changePosts(siteUrl)
  const rows: Row[] = []
  const unexpected = new Map<string, number>()
  let heldBack = 0
  const began = performance.now()
  for (let row = 1; row * rowMs <= minutes * 60_000 + 1; row += 1) {
    const signs: VitalSigns[] = []
    while (performance.now() - began < row * rowMs) {
      await delay(signsEveryMs)
      signs.push(await vitalSigns())
    }
    const interval = load.take()
    const current = summarise(signs)
    const { rssMiB, heapMiB, openFiles, eventLoopP99Ms } = current
    const costMs = (current.processorMs - former.processorMs) / Math.max(1, interval.requests)
    const waited = (current.waitedMs - former.waitedMs) / rowMs
    former = current
    const minute = (row * rowMs) / 60_000
    rows.push({ minute, rssMiB, heapMiB, p99Ms: interval.p99Ms, costMs, waited })
    heldBack += interval.heldBack
    for (const answer of interval.unexpected) unexpected.set(answer, (unexpected.get(answer) ?? 0) + 1)
    const figures = [interval.p50Ms, interval.p99Ms, eventLoopP99Ms, waited * 100, costMs, heapMiB, rssMiB]
    print([minute.toFixed(1), interval.requests, ...figures.map((figure) => figure.toFixed(1)), openFiles])
  }
  stopped = true
  await Promise.all([load.stop(), changing])
  leave()
  await delay(settlingMs)
  const { openFiles: after } = await vitalSigns()

  console.log('')
  for (const [answer, count] of unexpected) console.log(`${count} × ${answer}`)
  const count = [...unexpected.values()].reduce((sum, times) => sum + times, 0)
  const findings = judge({ rows, openFiles: { before, after }, heldBack, unexpected: count })
  for (const { ok, about } of findings) console.log(`${ok ? 'ok     ' : 'FAILED '} ${about}`)
  return findings.every(({ ok }) => ok) ? 0 : 1
}

/** Changes a post in Ghost at intervals, and delivers the webhook. */
async function changePosts(siteUrl: string): Promise<void> {
  while (!stopped) {
    await delay(changeEveryMs)
    ghost.send('change')
    await once(ghost, 'message')
    const body = JSON.stringify({})
    const headers = {
      'Content-Type': 'application/json',
      'X-Ghost-Signature': signatureHeader(body, webhookSecret, Date.now()),
    }
    const { status } = await fetch(`${siteUrl}/webhooks/ghost`, { method: 'POST', headers, body })
    if (status !== 204) throw new Error(`/webhooks/ghost: answered with ${status}; expected 204`)
  }
}
