import { execFileSync } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runnerImport } from 'vite'
import { childrenOf } from './process-statistics.js'

/** Headers that nginx writes itself. */
const own = new Set(['content-length', 'date', 'connection', 'keep-alive', 'transfer-encoding', 'etag', 'content-type'])

/**
 * Starts nginx with one worker, which sends the same bytes from files with the same headers; null if it is not installed.
 *
 * @param answers of each address and encoding: `{ path, encoding, headers, body }`
 */
export async function startNginx(answers, port) {
  try {
    execFileSync('nginx', ['-v'], { stdio: 'ignore' })
  } catch {
    return null
  }
  const folder = await mkdtemp(join(tmpdir(), 'bench-nginx-'))
  // If root starts nginx, its worker is another user.
  await chmod(folder, 0o755)
  const locations = await Promise.all(
    answers.map(async ({ headers, body }, index) => {
      await writeFile(join(folder, `answer-${index}`), body)
      const lines = Object.entries(headers)
        .filter(([name]) => !own.has(name))
        .flatMap(([name, values]) => [values].flat().map((value) => [name, value.replaceAll("'", "\\'")]))
        .map(([name, value]) => `add_header ${name} '${value}';`)
      return `location = /answer-${index} { default_type '${headers['content-type']}'; ${lines.join(' ')} }`
    }),
  )
  const configuration = join(folder, 'nginx.conf')
  await writeFile(
    configuration,
    `worker_processes 1; daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
     events { worker_connections 256; }
     http {
       access_log off; sendfile on; tcp_nopush on; etag on; keepalive_requests 1000000; open_file_cache max=100;
       client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
       uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
       server { listen 127.0.0.1:${port}; root ${folder}; ${locations.join('\n')} }
     }`,
  )
  const { module } = await runnerImport('./test/support/start-listening.ts', { configFile: false })
  const options = ['-e', join(folder, 'error.log'), '-c', configuration]
  const server = await module.startListening(port, 'nginx', options, { stdio: ['ignore', 'ignore', 'inherit'] })
  // The port is open before the worker runs.
  await fetch(`http://127.0.0.1:${port}/answer-0`)
  const [worker = server.pid] = await childrenOf(server.pid)
  return {
    pid: worker,
    urlOf: (answer) => `http://127.0.0.1:${port}/answer-${answers.indexOf(answer)}`,
    async stop() {
      await server[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
