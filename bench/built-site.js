import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.js'

const patienceMs = 60_000

const isAnswered = (url) =>
  new Promise((resolve) => {
    get(url, (answer) => resolve(Boolean(answer.resume()))).on('error', () => resolve(false))
  })

/**
 * The built site in a process of its own, on 127.0.0.1; resolves once it answers. Where it does not, it is ended.
 *
 * @param env all of its environment; `HOST` and `PORT` are set here, and `SITE_URL` where it is not given
 * @param port a free one where none is given
 * @param program what Node is started with
 * @param stdout where its log goes
 * @param first what is asked for until it is answered
 * @returns its address, its process, how long it took to answer, and what ends it: with SIGTERM unless told otherwise
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
  while (child.exitCode === null && performance.now() - began < patienceMs) {
    if (await isAnswered(url + first)) {
      return { url, pid: child.pid, startMs: Math.round(performance.now() - began), stop }
    }
    await sleep(5)
  }
  const reason = child.exitCode === null ? 'no answer within 60 s' : `it ended with status ${child.exitCode}`
  await stop('SIGKILL')
  throw new Error(`${url}: ${reason}; expected the built site to start`)
}
