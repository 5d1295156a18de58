import { createServer } from 'node:http'
import type { Config } from './config.ts'
import type { Log } from './log.ts'
import type { Site } from './site.ts'

/** How long open requests may take to finish after SIGTERM, in milliseconds. */
const drainMs = 9000

/** Listens until SIGTERM or SIGINT, lets open requests finish, then ends the process. */
export async function serve({ app, retire }: Site, { host, port }: Config, log: Log): Promise<void> {
  const server = createServer(app)
  // Longer than a proxy keeps its idle connections (60 s in nginx), so that it never sends into a closing one.
  server.keepAliveTimeout = 65_000
  server.on('error', (error) => {
    process.stderr.write(`PORT: ${host}:${port} cannot be listened on (${error.message}); expected a free port\n`)
    process.exit(1)
  })
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  log.info({ host, port: portOf(server.address(), port) }, 'listening')

  let stopping = false
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    retire()
    server.close(() => {
      log.info('stopped')
      process.exit(0)
    })
    server.closeIdleConnections()
    setTimeout(() => {
      log.warn('some requests did not finish in time')
      process.exit(0)
    }, drainMs).unref()
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

function portOf(address: ReturnType<ReturnType<typeof createServer>['address']>, asked: number): number {
  return typeof address === 'object' && address !== null ? address.port : asked
}
