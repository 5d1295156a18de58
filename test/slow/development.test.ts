import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, it } from 'vitest'
import { projectRoot } from '../../server/runtime/project-root.ts'
import { openBrowser } from '../support/browser.ts'
import { startBuiltSite } from '../support/start-built-site.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** Starts the server of `npm run dev` in a process. Resolves when it prints its URL, or when it has ended. */
async function startDevelopment(env: Record<string, string> = {}) {
  const folder = await temporaryFolder()
  const own = { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', OUTBOX_DIR: folder.path }
  const child: ChildProcess = spawn('node', ['server/dev.js'], {
    cwd: projectRoot,
    env: { POSTS_MAX_MB: '0', ...own, ...env },
  })
  // Not `exit`: the last lines may still be in the pipes then.
  const exited = once(child, 'close')
  let [output, errors] = ['', '']
  child.stderr?.on('data', (chunk: Buffer) => void (errors += String(chunk)))
  const url = await new Promise<string>((resolve) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      output += String(chunk)
      const address = /http:\S+/.exec(output)?.[0]
      if (address) resolve(address)
    })
    void exited.then(() => resolve(''))
  })
  return {
    url,
    exited: () => exited.then(([status]) => status as number | null),
    errors: () => errors,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await exited
      await folder[Symbol.asyncDispose]()
    },
  }
}

it.each([
  { wrong: 'PORT=abc LOG_LEVEL=verbose', named: ['PORT', 'LOG_LEVEL'] },
  { wrong: 'PORT=busy', named: ['PORT'] },
  { wrong: 'HOST=192.0.2.1 OUTBOX_DIR=/dev/null/outbox', named: ['OUTBOX_DIR', 'HOST'] },
])('does not start in development with $wrong', async ({ wrong, named }) => {
  const busyServer = createServer().listen(0, '127.0.0.1')
  await once(busyServer, 'listening')
  const busy = String((busyServer.address() as AddressInfo).port)
  const values = wrong.split(' ').map((pair) => pair.replace('busy', busy).split('=') as [string, string]) // as in the table

  await using site = await startDevelopment(Object.fromEntries(values))
  const ended = site.url === '' ? await site.exited() : null
  busyServer.close()

  expect(ended).toBe(1)
  expect(site.errors().trimEnd().split('\n')).toEqual(
    named.map((name) => expect.stringMatching(new RegExp(`^${name}: .+; expected `)) as string),
  )
})

it('does not start in development if a running site uses the outbox', async () => {
  await using folder = await temporaryFolder()
  await using running = await startBuiltSite({ OUTBOX_DIR: folder.path })
  await using site = await startDevelopment({ OUTBOX_DIR: folder.path })
  expect([site.url, await site.exited()]).toEqual(['', 1])
  expect(site.errors()).toContain(`OUTBOX_DIR: "${folder.path}" belongs to process ${running.pid} on host `)
})

it('listens only on HOST in development', async () => {
  await using site = await startDevelopment()
  const { port } = new URL(site.url)

  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
  await expect(fetch(`http://127.0.0.2:${port}/healthz`)).rejects.toThrow()
})

// Only the development build of React reports an attribute that differs from the server's, such as a generated id.
it('hydrates the pages with forms in development, without a warning', async () => {
  await using site = await startDevelopment()
  await using visitor = await openBrowser(site.url)

  for (const address of ['/blog', '/en/blog', '/contact']) {
    await visitor.open(address)
    expect([address, visitor.takeMessages()]).toEqual([address, []])
  }
})
