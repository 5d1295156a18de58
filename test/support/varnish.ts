import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkConfiguration, deliveredConfiguration, startListening } from './delivered-server.ts'
import { temporaryFolder } from './temporary-folder.ts'

const program = process.env.VARNISH_PATH ?? '/usr/sbin/varnishd'

export const purgeToken = 'un-jeton-de-test-0123'

/**
 * A real Varnish with the configuration that is delivered, whose instances alone are elsewhere.
 *
 * @param port where it is to listen
 * @param instances addresses of two sites, `host:port`
 * @param replaced texts of the configuration that a test wants otherwise
 */
export async function startVarnish(
  port: number,
  instances: readonly [string, string],
  replaced: Record<string, string> = {},
) {
  const folder = await temporaryFolder()
  const elsewhere: Record<string, string> = {
    '.port = "3001"': `.port = "${new URL(`http://${instances[0]}`).port}"`,
    '.port = "3002"': `.port = "${new URL(`http://${instances[1]}`).port}"`,
    ...replaced,
  }
  const configuration = await deliveredConfiguration('deploy/varnish/default.vcl', {}, elsewhere)
  const file = join(folder.path, 'default.vcl')
  await writeFile(file, configuration)
  // Varnish writes into a folder of its own, as a user of its own.
  const work = join(folder.path, 'work')
  await checkConfiguration(program, ['-j', 'none', '-C', '-n', `${work}-check`, '-f', file])
  const address = ['-a', `127.0.0.1:${port}`, '-n', work, '-f', file, '-s', 'malloc,64M']
  const options = ['-j', 'none', '-F', ...address, '-p', 'http_gzip_support=off']
  const server = await startListening(port, program, options, {
    env: { PATH: process.env.PATH, PURGE_TOKEN: purgeToken },
  })
  return {
    url: `http://127.0.0.1:${port}`,
    /** The id of the process that has started the one which serves. */
    pid: server.pid,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await folder[Symbol.asyncDispose]()
    },
  }
}
