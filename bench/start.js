// `npm run measure -- start`: the time until the built site answers, the time of the first `/blog`, and the memory at rest, with plain
// Node and with the flags of `npm start`. `npm run measure -- start <folder>` compares with the build in another checkout.
// The Node that runs this file also runs the sites.
import { setTimeout as sleep } from 'node:timers/promises'
import { median } from './median.js'
import { programOfOperators, startAsOperators } from './operators-start.js'
import { residentMiB } from './process-statistics.js'
import { get } from './timed-request.js'

const rounds = Number(process.env.ROUNDS ?? 9)
const restMs = 5000

/** The programs to start: the site without flags, and as in `npm start`. */
async function programsOf(folder) {
  const program = await programOfOperators(folder)
  return [
    { name: `${folder}, bare`, program: program.slice(-1) },
    { name: `${folder}, npm start`, program },
  ]
}

async function measure(program) {
  const site = await startAsOperators(program)
  try {
    const { ms: blogMs } = await get(`${site.url}/blog`)
    await sleep(restMs)
    return { startMs: site.startMs, blogMs, memory: await residentMiB(site.pid) }
  } finally {
    await site.stop()
  }
}

const folders = ['.', ...process.argv.slice(2)]
const measured = (await Promise.all(folders.map(programsOf))).flat().map((site) => ({ ...site, results: [] }))
for (let round = 0; round < rounds; round += 1) {
  for (const { program, results } of measured) results.push(await measure(program))
}

console.log(`Node ${process.version}, medians of ${rounds}`)
const row = (cells) => console.log(cells.map((cell, index) => String(cell).padEnd(index === 0 ? 36 : 16)).join(''))
row(['site', 'first 200, ms', '/blog, ms', 'at rest, MiB'])
for (const { name, results } of measured) {
  const middle = (field) => median(results.map((result) => result[field]))
  row([name, middle('startMs'), middle('blogMs').toFixed(1), middle('memory')])
}
