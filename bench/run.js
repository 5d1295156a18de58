// `npm run bench`: compares the built site with a bare node:http server, and with nginx if it is installed. All send the same bytes
// with the same headers. Rounds are interleaved; figures are medians. Only the ratios carry over from one machine to another.
// On 127.0.0.1 only.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from './free-port.js'
import { generator, loadWith } from './load.js'
import { median } from './median.js'
import { startNginx } from './nginx.js'
import { startAsOperators } from './operators-start.js'
import { bytesOfPage } from './page-bytes.js'
import { processorMicroseconds, residentMiB } from './process-statistics.js'
import { get } from './timed-request.js'

const paths = ['/', '/ai', '/blog', '/blog/numeriser-sans-perdre-la-preuve']
const encodings = ['br', 'gzip', 'identity']
const rounds = Number(process.env.ROUNDS ?? 3)
/** The lists are ready, and the start is over, within some seconds. */
const warmingMs = 8000

/** Requests a second, the 99th percentile in milliseconds, and processor time of a request in microseconds. */
async function measure({ url, pid }, encoding) {
  const before = await processorMicroseconds(pid)
  const { total, perSecond, p99 } = await loadWith(url, encoding)
  const after = await processorMicroseconds(pid)
  return { perSecond, p99, microseconds: before === null ? null : (after - before) / total }
}

function row(cells) {
  console.log(`| ${cells.map((cell) => String(cell)).join(' | ')} |`)
}

/** The medians of all rounds, for each server. */
async function interleaved(servers, encoding) {
  const results = servers.map(() => [])
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, server] of servers.entries()) results[index].push(await measure(server, encoding))
  }
  return results.map((all) => ({
    perSecond: median(all.map(({ perSecond }) => perSecond)),
    p99: median(all.map(({ p99 }) => p99)),
    microseconds: median(all.map(({ microseconds }) => microseconds)),
  }))
}

async function bench() {
  const site = await startAsOperators()
  const bare = fork('bench/bare-server.js')
  let nginx = null
  try {
    const [barePort] = await once(bare, 'message')
    console.log(`load by ${generator}`)
    console.log(`first 200 after start: ${site.startMs} ms; resident then ${await residentMiB(site.pid)} MiB\n`)
    await new Promise((resolve) => setTimeout(resolve, warmingMs))
    row(['page', 'document, bytes of br', 'style within', 'whole style', 'scripts', 'in files'])
    row(Array(6).fill('---'))
    for (const path of paths) {
      const { document, style, wholeStyle, scripts, files } = await bytesOfPage(site.url, path)
      row([path, document, style, wholeStyle, scripts, files])
    }
    console.log('')
    const answers = []
    for (const path of paths) {
      for (const encoding of encodings) {
        const { headers, body } = await get(site.url + path, encoding)
        answers.push({ path, encoding, headers, body })
        bare.send({ path, encoding, headers, body: body.toString('base64') })
        await once(bare, 'message')
      }
    }
    nginx = await startNginx(answers, await freePort())
    if (nginx === null) console.log('nginx is not installed: left out\n')
    row([
      'page',
      'encoding',
      'bytes',
      'site/s',
      'bare/s',
      'nginx/s',
      'site : bare',
      'p99 ms',
      'site µs',
      'bare µs',
      'nginx µs',
      'µs : bare',
    ])
    row(Array(12).fill('---'))
    for (const answer of answers) {
      const { path, encoding, body } = answer
      const [ours, theirs, nginxs] = await interleaved(
        [
          { url: site.url + path, pid: site.pid },
          { url: `http://127.0.0.1:${barePort}${path}`, pid: bare.pid },
          ...(nginx === null ? [] : [{ url: nginx.urlOf(answer), pid: nginx.pid }]),
        ],
        encoding,
      )
      row([
        path,
        encoding,
        body.length,
        Math.round(ours.perSecond),
        Math.round(theirs.perSecond),
        nginxs ? Math.round(nginxs.perSecond) : '–',
        (ours.perSecond / theirs.perSecond).toFixed(2),
        ours.p99,
        ours.microseconds?.toFixed(1) ?? '–',
        theirs.microseconds?.toFixed(1) ?? '–',
        nginxs?.microseconds?.toFixed(1) ?? '–',
        ours.microseconds ? (ours.microseconds / theirs.microseconds).toFixed(2) : '–',
      ])
    }
    console.log(
      `\nresident memory after it all: site ${await residentMiB(site.pid)} MiB, bare ${await residentMiB(bare.pid)} MiB`,
    )
  } finally {
    bare.kill()
    await nginx?.stop()
    await site.stop()
  }
}

await bench()
