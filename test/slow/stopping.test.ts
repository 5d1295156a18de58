import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { projectRoot } from '../../server/runtime/project-root.ts'
import { fakePost, startFakeGhost } from '../support/fake-ghost.ts'
import { startBuiltSite } from '../support/start-built-site.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** An answer with its body read; rejects if the connection is refused or cut off. */
function ask(
  url: string,
  agent?: Agent,
): Promise<{ status: number; headers: IncomingMessage['headers']; text: string }> {
  return new Promise((resolve, reject) => {
    get(url, agent ? { agent } : {}, async (answer) => {
      let text = ''
      answer.once('error', reject)
      for await (const chunk of answer) text += String(chunk)
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text })
    }).once('error', reject)
  })
}

/** Opens a connection for a later request. The response ends with the connection. */
async function comeTo(url: string, path: string): Promise<() => Promise<string>> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  await once(socket, 'connect')
  return () => {
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
    return text(socket)
  }
}

const timeOf = (output: string, message: string) =>
  Date.parse(new RegExp(`"time":"([^"]+)".*"msg":"${message}"`).exec(output)?.[1] ?? '')

it('reports at once that it is not ready, and closes the connection after each further response', async () => {
  await using site = await startBuiltSite()
  // The fast path answers from now on.
  for (const _time of [1, 2, 3, 4]) expect((await ask(`${site.url}/ai`)).status).toBe(200)
  const expected = { '/readyz': '503', '/healthz': '200', '/ai': '200', '/about': '200', '/nowhere': '404' }
  site.pause()
  const ended = site.end('SIGTERM')
  const visitors = await Promise.all(Object.keys(expected).map((path) => comeTo(site.url, path)))
  site.resume()
  await expect.poll(site.said).toContain('"stopping"')
  const answers = await Promise.all(visitors.map((ask) => ask()))
  expect(answers.map((answer) => answer.slice(9, 12))).toEqual(Object.values(expected))
  for (const answer of answers) expect(answer).toMatch(/^Connection: close\r$/m)
  expect(await ended).toBe(0)
  // The site keeps listening, so that a proxy can notice.
  const [stopping = 0, stopped = 0] = ['stopping', 'stopped'].map((message) => timeOf(site.said(), message))
  expect(stopped - stopping).toBeGreaterThan(1400)
  await expect(ask(`${site.url}/healthz`)).rejects.toThrow('ECONNREFUSED')
})

// The tests below mostly wait for their own site to end, so they run at the same time.

it.concurrent(
  'answers running requests even if Ghost is slow, and does not wait for idle connections or refused forms',
  async ({ expect }) => {
    await using ghost = await startFakeGhost([fakePost('un-article')])
    await using site = await startBuiltSite(ghost.env)
    // The site’s stored list lacks this article.
    await ask(`${site.url}/api/posts?lang=fr`)
    ghost.state.posts.unshift(fakePost('tout-neuf'))
    ghost.state.delayMs = 2500
    const running = ask(`${site.url}/blog/tout-neuf`)
    await expect.poll(() => ghost.calls.some(({ search }) => search.includes('tout-neuf'))).toBe(true)

    const agent = new Agent({ keepAlive: true })
    const { headers } = await ask(`${site.url}/ai`, agent)
    // Longer than nginx keeps it.
    expect([headers.connection, headers['keep-alive']]).toEqual(['keep-alive', 'timeout=65'])
    const [idle] = Object.values(agent.freeSockets).flat()
    expect(idle?.destroyed).toBe(false)

    const form = connect({ port: Number(new URL(site.url).port), host: '127.0.0.1', allowHalfOpen: true })
    form.write('POST /api/newsletter HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 100\r\n\r\n{')
    expect(String((await once(form, 'data'))[0])).toContain('415 Unsupported Media Type')
    await once(form, 'end')

    const ended = site.end('SIGTERM')
    expect(await running).toMatchObject({ status: 200, text: expect.stringContaining('</html>') })
    expect(await ended).toBe(0)
    expect(site.said()).not.toContain('did not finish in time')
    form.destroy()
  },
)

it.concurrent(
  'exits with status 0 even if clients hang in headers, in a form, or without reading',
  async ({ expect }) => {
    await using site = await startBuiltSite()
    const port = Number(new URL(site.url).port)
    const silent = connect(port, '127.0.0.1', () => silent.write('GET / HTTP/1.1\r\nHost: a\r\nX-Slow: '))
    const form = request(`${site.url}/api/newsletter`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Content-Length': '100' },
    })
    form.write('{')
    const deaf = connect(port, '127.0.0.1', () =>
      deaf.pause().write('GET /terms HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(200)),
    )
    for (const hanging of [silent, form, deaf]) hanging.on('error', () => {})
    await expect.poll(site.said).toContain('/terms')
    expect(await site.end('SIGTERM')).toBe(0)
    expect(site.said()).toContain('did not finish in time')
  },
)

it.concurrent.each([
  { signal: 'SIGINT', status: 130 },
  { signal: 'SIGTERM', status: 143 },
] as const)(
  'ignores a signal that its parent forwards, and exits at once on a second $signal if a client hangs',
  async ({ signal, status }) => {
    await using site = await startBuiltSite()
    const headers = { 'Content-Type': 'application/json', 'Content-Length': '100', Expect: '100-continue' }
    const form = request(`${site.url}/api/newsletter`, { method: 'POST', headers }).on('error', () => {})
    form.flushHeaders()
    await once(form, 'continue')
    // In a terminal, `npm start` and the site get the same signal. A paused process merges two equal signals.
    site.pause()
    void site.end('SIGINT')
    const ended = site.end('SIGTERM')
    site.resume()
    await expect.poll(site.said).toContain('"stopping"')
    const insisting = setInterval(() => process.kill(site.pid, signal), 50)
    expect(await ended.finally(() => clearInterval(insisting))).toBe(status)
    expect(site.said().match(/"stopping"/g)).toHaveLength(1)
    expect(site.said()).toContain(`"signal":"${signal}","msg":"Second signal, exiting at once"`)
    expect(site.said()).not.toContain('did not finish in time')
  },
)

it.concurrent('exits even if the reader of its log has closed the pipe', async ({ expect }) => {
  await using folder = await temporaryFolder()
  // A pipe made by a shell: `spawn` makes sockets, which fail differently.
  const command = `sh -c 'echo $$ >&2; exec node dist/server/main.js' | sed -u '/"stopping"/q'`
  const env = { ...process.env, PORT: '0', HOST: '127.0.0.1', OUTBOX_DIR: folder.path, POSTS_MAX_MB: '0' }
  const shell = spawn('sh', ['-c', command], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(shell, 'exit')
  const pid = Number(String(await once(shell.stderr, 'data')))
  try {
    for await (const chunk of shell.stdout) if (String(chunk).includes('"listening"')) process.kill(pid, 'SIGTERM')
    expect(await ended).toEqual([0, null])
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  } finally {
    spawn('kill', ['-9', String(pid)], { stdio: 'ignore' })
  }
})

// Some supervisors signal npm alone; the shell between the two ends without forwarding the signal.
it.concurrent('stops if only npm, which has started it, gets the signal', async ({ expect }) => {
  await using folder = await temporaryFolder()
  const env = { PATH: process.env.PATH, PORT: '0', HOST: '127.0.0.1', OUTBOX_DIR: folder.path, POSTS_MAX_MB: '0' }
  // Other tests read the build at the same time, so it stays.
  const npm = spawn('npm', ['start', '--silent', '--ignore-scripts'], { cwd: projectRoot, env, detached: true })
  const exited = once(npm, 'exit')
  let output = ''
  npm.stdout.on('data', (chunk: Buffer) => (output += String(chunk)))
  try {
    await expect.poll(() => output).toContain('"listening"')
    npm.kill('SIGTERM')
    await exited
    await expect.poll(() => output).toContain('"stopped"')
    expect(output.match(/"stopping"/g)).toHaveLength(1)
  } finally {
    // The whole process group, so that no orphan keeps running.
    if (npm.pid !== undefined && !output.includes('"stopped"')) process.kill(-npm.pid, 'SIGKILL')
  }
})
