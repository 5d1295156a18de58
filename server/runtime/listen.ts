import { createServer, type Server } from 'node:net'
import { quotedOrRedacted } from './redaction.ts'

/** A server, where it is to listen, and the variable that names the port. */
export type Listener = { server: Server; port: number; variable: 'PORT' | 'METRICS_PORT' }

/** Where servers are to listen; `port` is null where it cannot be read, `metricsPort` also where none is wanted. */
export type Addresses = { host: string; port: number | null; metricsPort: number | null }

/** The codes with which `listen` fails where the host is wrong; the last two are IPv6's, without a link's name or at all. */
const codesOfHost: readonly unknown[] = ['ENOTFOUND', 'EADDRNOTAVAIL', 'EAI_AGAIN', 'EINVAL', 'EAFNOSUPPORT']

/** @returns one line for every variable that keeps a server from listening; the other servers listen */
export async function listen(host: string, listeners: readonly Listener[]): Promise<string[]> {
  const problems = new Set<string>()
  for (const listener of listeners) for (const problem of await problemsOf(listener, host)) problems.add(problem)
  return [...problems]
}

/**
 * Listens for a moment, to find wrong addresses where the site does not start in any case.
 *
 * @returns one line for every variable that names what cannot be listened on
 */
export async function wrongAddresses({ host, port, metricsPort }: Addresses): Promise<string[]> {
  const listeners: Listener[] = [{ server: createServer(), port: port ?? 0, variable: 'PORT' }]
  if (metricsPort !== null) listeners.push({ server: createServer(), port: metricsPort, variable: 'METRICS_PORT' })
  const problems = await listen(host, listeners)
  for (const { server } of listeners) server.close()
  return problems
}

/** Where the host is wrong, the port is tried at every address, as without a host. */
async function problemsOf({ server, port, variable }: Listener, host: string): Promise<string[]> {
  const problemOfPort = ({ message }: Error) =>
    `${variable}: "${port}" cannot be listened on (${message}); expected a free port`
  const error = await failureOf(server, port, host)
  if (error === null) return []
  if (!codesOfHost.includes(error.code)) return [problemOfPort(error)]
  const elsewhere = createServer()
  const another = await failureOf(elsewhere, port)
  elsewhere.close()
  const wrong = `${quotedOrRedacted(host)} is not an address of this machine (${error.code})`
  const problemOfHost = `HOST: ${wrong}; expected e.g. 0.0.0.0 or 127.0.0.1`
  return another === null ? [problemOfHost] : [problemOfHost, problemOfPort(another)]
}

/** Null where the server listens now. */
function failureOf(server: Server, port: number, host?: string): Promise<NodeJS.ErrnoException | null> {
  return new Promise((resolve) => {
    server.once('error', resolve)
    server.listen(port, host, () => {
      server.off('error', resolve)
      resolve(null)
    })
  })
}
