// Load on 32 connections for two seconds, by wrk if it is installed, otherwise by autocannon. Autocannon needs more processor time
// for an answer than a server does, so both servers wait for it and look alike.
import { execFile, execFileSync } from 'node:child_process'
import { promisify } from 'node:util'
import autocannon from 'autocannon'

const [connections, seconds] = [32, 2]

function hasWrk() {
  try {
    // `wrk --version` exits with status 1.
    execFileSync('wrk', ['--version'], { stdio: 'ignore' })
  } catch (error) {
    return error.code !== 'ENOENT'
  }
  return true
}

export const generator = hasWrk() ? 'wrk' : 'autocannon'

/** @returns the answers in all and a second, and the 99th percentile in milliseconds; throws if an answer is no success */
export async function loadWith(url, encoding) {
  const { total, perSecond, p99, failed } = await (generator === 'wrk' ? byWrk : byAutocannon)(url, encoding)
  if (failed > 0) throw new Error(`${url} (${encoding}): ${failed} of ${total} answers were refusals or errors`)
  return { total, perSecond, p99 }
}

async function byAutocannon(url, encoding) {
  const { requests, latency, non2xx, errors } = await autocannon({
    connections,
    duration: seconds,
    url,
    headers: { 'accept-encoding': encoding },
  })
  return { total: requests.total, perSecond: requests.average, p99: latency.p99, failed: non2xx + errors }
}

const milliseconds = { us: 0.001, ms: 1, s: 1000 }

async function byWrk(url, encoding) {
  const options = ['-t1', `-c${connections}`, `-d${seconds}`, '--latency', '-H', `Accept-Encoding: ${encoding}`]
  const { stdout } = await promisify(execFile)('wrk', [...options, url])
  const number = (pattern) => Number(pattern.exec(stdout)?.[1] ?? 0)
  const [, p99 = NaN, unit] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? []
  const errors = (/Socket errors: (.*)/.exec(stdout)?.[1] ?? '').match(/\d+/g) ?? []
  return {
    total: number(/(\d+) requests in/),
    perSecond: number(/Requests\/sec:\s+([\d.]+)/),
    p99: Math.round(p99 * milliseconds[unit]),
    failed: number(/Non-2xx or 3xx responses: (\d+)/) + errors.reduce((sum, count) => sum + Number(count), 0),
  }
}
