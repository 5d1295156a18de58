import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Redis } from 'ioredis'
import { freePort } from './free-port.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** A real Redis on a free port, that keeps nothing on the disk and can fall ill. */
export async function startRedis(...settings: string[]) {
  const folder = await temporaryFolder()
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  let server: ChildProcess | null = null
  const client = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: null, retryStrategy: () => 20 })
  // Some tests are about its absence.
  client.on('error', () => {})

  async function start(): Promise<void> {
    const own = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
    server = spawn(process.env.REDIS_SERVER_PATH ?? 'redis-server', [...own, ...settings], {
      cwd: folder.path,
      stdio: 'ignore',
    })
    server.once('error', (error) => {
      throw new Error(`redis-server cannot be started (${error.message}); expected npm test to have installed it`)
    })
    await client.ping()
  }

  /** Kills it at once, as a fault of the machine would: all its data is gone. */
  async function kill(): Promise<void> {
    if (server === null) return
    const exited = once(server, 'exit')
    server.kill('SIGKILL')
    await exited
    server = null
  }

  await start()
  return {
    url,
    /** Looks into it. */
    client,
    start,
    kill,
    /** Redis stays connected and does not answer. */
    pause: () => void server?.kill('SIGSTOP'),
    resume: () => void server?.kill('SIGCONT'),
    async [Symbol.asyncDispose]() {
      client.disconnect()
      await kill()
      await folder[Symbol.asyncDispose]()
    },
  }
}
