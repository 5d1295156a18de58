import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.js'

const startTimeoutMs = 60_000

const isAnswered = (url) =>
  new Promise((resolve) => {
    get(url, (answer) => resolve(Boolean(answer.resume()))).on('error', () => resolve(false))
  })

/**
 * Starts the built site in its own process, on 127.0.0.1. Resolves once it answers; throws, and ends the process, if it does not.
 *
 * @param env its whole environment. `HOST` and `PORT` are set here, and `SITE_URL` if it is missing
 * @param port by default a free port
 * @param program Node's arguments
 * @param stdout the target of its log, as for `spawn`
 * @param first the address that is requested until it answers
 * @returns its address, its process id, the milliseconds until it answered, and a function that ends it, by default with SIGTERM
 */
export async function startBuiltSite({
  env,
  port,
  program = ['dist/server/main.js'],
  stdout = 'inherit',
  first = '/healthz',
}) {
  const own = port ?? (await freePort())
  const url = `http://127.0.0.1:${own}`
  const began = performance.now()
  const child = spawn(process.execPath, program, {
    env: { SITE_URL: url, ...env, HOST: '127.0.0.1', PORT: String(own) },
    stdio: ['ignore', stdout, 'inherit'],
  })
  const ended = once(child, 'exit')
  async function stop(signal = 'SIGTERM') {
    child.kill(signal)
    await ended
  }
  while (child.exitCode === null && performance.now() - began < startTimeoutMs) {
    if (await isAnswered(url + first)) {
      return { url, pid: child.pid, startMs: Math.round(performance.now() - began), stop }
    }
    await sleep(5)
  }
  const reason = child.exitCode === null ? 'no answer within 60 s' : `it ended with status ${child.exitCode}`
  await stop('SIGKILL')
  throw new Error(`${url}: ${reason}; expected the built site to start`)
}
