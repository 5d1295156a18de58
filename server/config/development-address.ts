import type { Server } from 'node:http'
import { type AddressInfo, isIPv6 } from 'node:net'
import { readEnvironment } from './environment.ts'
import { listen } from './listen.ts'
import { refuseToStart } from './refuse-to-start.ts'

/**
 * Listens where the environment says, or ends the process as the built site does.
 *
 * @returns the address, for a browser on this machine
 */
export async function listenForDevelopment(server: Server, env: NodeJS.ProcessEnv): Promise<string> {
  const { host, port } = await readEnvironment(env)
  const problems = await listen(host, [{ server, port, variable: 'PORT' }])
  if (problems.length > 0) refuseToStart(problems)
  const address = server.address() as AddressInfo // of a server that listens on a port
  const name = host === '0.0.0.0' ? 'localhost' : isIPv6(host) ? `[${host}]` : host
  return `http://${name}:${address.port}`
}
