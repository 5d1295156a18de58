// `npm run bench`: the built site beside a bare node:http server that sends the same bytes with the same headers, in one
// run, interleaved, medians. Only the ratios carry over from one machine to another. Bounded, and on 127.0.0.1 only.
import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'

const paths = ['/', '/ai', '/blog', '/blog/numeriser-sans-perdre-la-preuve']
const encodings = ['br', 'gzip', 'identity']
const rounds = 3
const load = { connections: 32, duration: 2 }

/** The other process: answers each address and encoding from memory, as it was told by its parent. */
function serveCopies() {
  const copies = new Map()
  const server = createServer((req, res) => {
    const { headers, body } = copies.get(`${req.headers['accept-encoding']} ${req.url}`)
    res.writeHead(200, headers).end(body)
  })
  process.on('message', ({ key, headers, body }) => {
    copies.set(key, { headers, body: Buffer.from(body, 'base64') })
    process.send('kept')
  })
  server.listen(0, '127.0.0.1', () => process.send(server.address().port))
}

function get(url, encoding) {
  return new Promise((resolve, reject) => {
    request(url, { headers: { 'accept-encoding': encoding } }, (res) => {
      const chunks = []
      res.on('data', (chunk) => chunks.push(chunk))
      res.on('end', () => resolve({ headers: res.headers, body: Buffer.concat(chunks) }))
    })
      .on('error', reject)
      .end()
  })
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function startSite() {
  const port = await freePort()
  const began = performance.now()
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    // With its log, as an operator runs it.
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  for (;;) {
    const up = await get(`${url}/`, 'identity').then(
      () => true,
      () => false,
    )
    if (up) return { child, url, startMs: Math.round(performance.now() - began) }
    if (performance.now() - began > 20_000)
      throw new Error(`${url}: no answer within 20 s; expected the built site to start`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** Processor time that a process has used so far, in milliseconds; null where the system does not tell (Linux does). */
async function processorMs(pid) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  // The name, in parentheses, may hold spaces; utime and stime are the 14th and 15th fields, in hundredths of a second.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields ? (Number(fields[11]) + Number(fields[12])) * 10 : null
}

/** Resident memory in MiB. */
async function residentMiB(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kib = /VmRSS:\s+(\d+)/.exec(status)?.[1]
  return kib ? Math.round(Number(kib) / 1024) : '-'
}

const median = (numbers) => [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)]

async function measure(url, pid, path, encoding) {
  const before = await processorMs(pid)
  const result = await autocannon({ ...load, url: url + path, headers: { 'accept-encoding': encoding } })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${path} (${encoding}): ${result.non2xx} refusals, ${result.errors} errors`)
  const after = await processorMs(pid)
  const microseconds = before === null ? null : ((after - before) * 1000) / result.requests.total
  return { perSecond: result.requests.average, p99: result.latency.p99, microseconds }
}

async function bench() {
  const site = await startSite()
  const bare = fork(fileURLToPath(import.meta.url), ['copies'])
  try {
    const [port] = await once(bare, 'message')
    const bareUrl = `http://127.0.0.1:${port}`
    console.log(`first 200 after start: ${site.startMs} ms\n`)
    const row = (cells) => console.log(cells.map((cell, index) => String(cell).padEnd(index === 0 ? 36 : 10)).join(''))
    row(['page', 'encoding', 'bytes', 'site/s', 'bare/s', 'ratio', 'p99 ms', 'µs', 'bare µs', 'ratio'])
    for (const path of paths) {
      for (const encoding of encodings) {
        const { headers, body } = await get(site.url + path, encoding)
        bare.send({ key: `${encoding} ${path}`, headers, body: body.toString('base64') })
        await once(bare, 'message')
        const ours = []
        const theirs = []
        for (let round = 0; round < rounds; round += 1) {
          ours.push(await measure(site.url, site.child.pid, path, encoding))
          theirs.push(await measure(bareUrl, bare.pid, path, encoding))
        }
        const siteRate = median(ours.map(({ perSecond }) => perSecond))
        const bareRate = median(theirs.map(({ perSecond }) => perSecond))
        const p99 = median(ours.map((one) => one.p99))
        const siteTime = median(ours.map(({ microseconds }) => microseconds))
        const bareTime = median(theirs.map(({ microseconds }) => microseconds))
        row([
          path,
          encoding,
          body.length,
          Math.round(siteRate),
          Math.round(bareRate),
          (siteRate / bareRate).toFixed(2),
          p99,
          siteTime?.toFixed(1) ?? '-',
          bareTime?.toFixed(1) ?? '-',
          siteTime ? (siteTime / bareTime).toFixed(2) : '-',
        ])
      }
    }
    console.log(
      `\nresident memory after it all: site ${await residentMiB(site.child.pid)} MiB, bare ${await residentMiB(bare.pid)} MiB`,
    )
  } finally {
    site.child.kill()
    bare.kill()
  }
}

if (process.argv[2] === 'copies') serveCopies()
else await bench()
