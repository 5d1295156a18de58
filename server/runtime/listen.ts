import { createServer, type Server } from 'node:net'
import { quotedOrRedacted } from './redaction.ts'

/** A server, its port, and the variable that sets the port. */
export type Listener = { server: Server; port: number; variable: 'PORT' | 'METRICS_PORT' }

/** `port` is null if invalid; `metricsPort` is null if invalid or disabled. */
export type Addresses = { host: string; port: number | null; metricsPort: number | null }

/** Error codes of a wrong host. The last two mean an IPv6 link-local address without its zone, and a machine without IPv6. */
const hostErrorCodes: readonly unknown[] = ['ENOTFOUND', 'EADDRNOTAVAIL', 'EAI_AGAIN', 'EINVAL', 'EAFNOSUPPORT']

/** @returns a message for each variable that prevents a server from listening; the other servers listen */
export async function listen(host: string, listeners: readonly Listener[]): Promise<string[]> {
  const problems = new Set<string>()
  for (const listener of listeners) for (const problem of await listenOn(listener, host)) problems.add(problem)
  return [...problems]
}

/**
 * Listens for a moment, to report invalid addresses together with the other configuration errors.
 *
 * @returns a message for each invalid variable
 */
export async function wrongAddresses({ host, port, metricsPort }: Addresses): Promise<string[]> {
  const listeners: Listener[] = [{ server: createServer(), port: port ?? 0, variable: 'PORT' }]
  if (metricsPort !== null) listeners.push({ server: createServer(), port: metricsPort, variable: 'METRICS_PORT' })
  const problems = await listen(host, listeners)
  for (const { server } of listeners) server.close()
  return problems
}

/** If the host is wrong, the port is tried on all addresses. */
async function listenOn({ server, port, variable }: Listener, host: string): Promise<string[]> {
  const portProblem = ({ message }: Error) =>
    `${variable}: "${port}" cannot be listened on (${message}); expected a free port`
  const error = await tryListen(server, port, host)
  if (error === null) return []
  if (!hostErrorCodes.includes(error.code)) return [portProblem(error)]
  const onAllAddresses = createServer()
  const portError = await tryListen(onAllAddresses, port)
  onAllAddresses.close()
  const wrong = `${quotedOrRedacted(host)} is not an address of this machine (${error.code})`
  const hostProblem = `HOST: ${wrong}; expected e.g. 0.0.0.0 or 127.0.0.1`
  return portError === null ? [hostProblem] : [hostProblem, portProblem(portError)]
}

/** Null if the server is listening. */
function tryListen(server: Server, port: number, host?: string): Promise<NodeJS.ErrnoException | null> {
  return new Promise((resolve) => {
    server.once('error', resolve)
    server.listen(port, host, () => {
      server.off('error', resolve)
      resolve(null)
    })
  })
}
