import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { projectRoot } from '../../../server/runtime/project-root.ts'
import { startFakeGhost } from '../../support/fake-ghost.ts'
import { isExhaustive } from '../../support/exhaustive.ts'
import { seed } from '../../support/seed.ts'
import { startBuiltSite } from '../../support/start-built-site.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { createRandom, type RandomRequest, randomRequest } from '../support/random-requests.ts'
import { exchange, requestText, statusesIn } from '../support/raw-socket.ts'
import { expectSecurityHeaders } from '../support/security-headers.ts'

// `npm run measure -- fuzz 20000 42` sets this and the seed.
const count = Number(process.env.FUZZ_REQUESTS ?? (isExhaustive ? 2000 : 300))

const secrets = {
  GHOST_WEBHOOK_SECRET: 'the webhook’s own secret',
  GHOST_ADMIN_API_KEY: `${'a1'.repeat(12)}:${'b2'.repeat(32)}`,
}
// Clients of incomplete requests wait before they disconnect, so many run concurrently.
const maxConcurrent = 60

const title = `answers ${count} random requests of the seed ${seed} without a fault`

it(title, { timeout: 180_000 + count * 50 }, async () => {
  await using ghost = await startFakeGhost()
  await using folder = await temporaryFolder()
  const env = { ...ghost.env, ...secrets, OUTBOX_DIR: folder.path, NEWSLETTER: 'simulated' }
  await using site = await startBuiltSite({ ...env, SITE_URL: 'https://www.site.example' })
  const confidential = [
    ...[ghost.env.GHOST_CONTENT_API_KEY, ...Object.values(secrets), new URL(ghost.url).host],
    ...[projectRoot, folder.path, 'node_modules', 'node:internal', '.ts:', '.js:', '    at '],
  ]
  const read = () => Promise.all(['/', '/en/blog', '/blog/un-article'].map((path) => bodyOf(site.url, path)))
  // The home page shows posts once a list is in memory.
  await bodyOf(site.url, '/api/posts?lang=fr')
  const before = await read()
  const idle = descriptorsOf(site.pid)

  const random = createRandom(seed)
  const counts: Record<string, number> = {}
  const memory: number[] = []
  for (let done = 0; done < count; done += maxConcurrent) {
    const requests = Array.from({ length: Math.min(maxConcurrent, count - done) }, () => randomRequest(random))
    const answers = await Promise.all(requests.map((request) => answerTo(site.url, request)))
    for (const [index, { good, bytes }] of requests.entries()) {
      const answer = answers[index] ?? ''
      const statuses = statusesIn(answer)
      const about = `seed ${seed}, ${JSON.stringify(bytes.toString('latin1').slice(0, 1000))}`
      for (const status of statuses.length > 0 ? statuses : ['none']) counts[status] = (counts[status] ?? 0) + 1
      expect(Math.max(...statuses, 0), about).toBeLessThan(500)
      if (good) expect(statuses, about).toEqual([200])
      const shown = confidential.filter((text) => answer.includes(text))
      expect(shown, about).toEqual([])
      if (statuses.length > 0) expectSecurityHeaders(answer, about)
    }
    if (idle !== null && done % (count / 10) < maxConcurrent) memory.push(residentOf(site.pid))
  }

  expect(await read()).toEqual(before)
  const lines = site.said().split('\n')
  expect(lines.filter((line) => line !== '' && !/^\{"level":[34]0,/.test(line))).toEqual([])
  // The descriptors of an idle site include kept connections.
  if (idle !== null) await expect.poll(() => descriptorsOf(site.pid)).toBeLessThanOrEqual(idle + 5)
  const [warm = 0, last] = [memory[Math.floor(memory.length / 2)], idle === null ? 0 : residentOf(site.pid)]
  if (process.env.FUZZ_REQUESTS) {
    console.log(`seed ${seed}; answers by status: ${JSON.stringify(counts)}`)
    console.log(`descriptors: ${idle} before, ${descriptorsOf(site.pid)} after`)
    console.log(`resident megabytes: ${[...memory, last].join(' ')}`)
  }
  // Copies and caches are bounded: the second half needs no more than the first.
  expect(last - warm).toBeLessThan(80)
  expect(await site.end('SIGTERM')).toBe(0)
})

/**
 * The responses until the server closes the connection. If a request is incomplete, the client ends it after a
 * while.
 */
function answerTo(siteUrl: string, { good, bytes }: RandomRequest): Promise<string> {
  const { hostname, port } = new URL(siteUrl)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname).setEncoding('latin1')
    const stuck = setTimeout(() => {
      socket.destroy()
      reject(new Error(`seed ${seed}: no end of the answer to ${JSON.stringify(bytes.toString('latin1'))}`))
    }, 30_000)
    let answer = ''
    socket.on('data', (text: string) => {
      answer += text
    })
    if (!good) socket.setTimeout(200, () => socket.end())
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(stuck)
      resolve(answer)
    })
    socket.write(bytes)
  })
}

async function bodyOf(siteUrl: string, path: string): Promise<string | undefined> {
  const answer = await exchange(siteUrl, requestText(`GET ${path}`))
  expect(statusesIn(answer)).toEqual([200])
  return answer.split('\r\n\r\n')[1]
}

/** Null on systems without /proc. */
function descriptorsOf(pid: number): number | null {
  return existsSync(`/proc/${pid}/fd`) ? readdirSync(`/proc/${pid}/fd`).length : null
}

/** Resident memory in megabytes, if there is a /proc. */
function residentOf(pid: number): number {
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1024)
}
