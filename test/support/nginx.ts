import { execFile, type ExecFileException } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { projectRoot } from '../../server/runtime/project-root.ts'
import { type Asked, askOverHttps, ghostHost, makeCertificate, siteHost } from './over-https.ts'
import { freePort } from './free-port.ts'
import { startListening } from './start-listening.ts'
import { temporaryFolder } from './temporary-folder.ts'

const program = process.env.NGINX_PATH ?? '/usr/sbin/nginx'

/** By default this machine is neither the site nor an editor. */
const networks = { SITE_NETWORK: '192.0.2.1/32', EDITORS_NETWORK: '192.0.2.2/32' }

/**
 * A real nginx with the configuration of `deploy`. Only what a test machine does not have is replaced: the ports, the
 * certificate, the folders.
 *
 * @param instances addresses of two sites, `host:port`
 * @param values of the template's other variables
 * @param replaced texts of the template to replace, such as a timeout
 */
export async function startNginx(
  instances: readonly [string, string],
  values: Record<string, string> = {},
  replaced: Record<string, string> = {},
) {
  const folder = await temporaryFolder()
  const https = await freePort()
  const http = await freePort()
  const certificate = await makeCertificate(folder.path)
  const variables: Record<string, string> = {
    SITE_HOST: siteHost,
    SITE_1: instances[0],
    SITE_2: instances[1],
    GHOST_HOST: ghostHost,
    GHOST_ADDRESS: '127.0.0.1:1',
    ...networks,
    ...values,
  }
  const elsewhere: Record<string, string> = {
    'listen [::]:80': '# listen',
    'listen [::]:443': '# listen',
    'listen 80': `listen 127.0.0.1:${http}`,
    'listen 443': `listen 127.0.0.1:${https}`,
    '/etc/nginx/tls/': `${folder.path}/`,
    '/var/cache/nginx/': `${folder.path}/cache/`,
    '/var/log/nginx/': `${folder.path}/`,
    '/var/www/acme': `${folder.path}/acme`,
    ...replaced,
  }
  const template = await readFile(join(projectRoot, 'deploy/nginx/nordet.conf.template'), 'utf8')
  let configuration = template.replace(/\$\{(\w+)\}/g, (whole, name: string) => variables[name] ?? whole)
  for (const [text, replacement] of Object.entries(elsewhere)) {
    if (!configuration.includes(text)) throw new Error(`nordet.conf.template: holds no "${text}"`)
    configuration = configuration.replaceAll(text, replacement)
  }
  await mkdir(join(folder.path, 'cache'))
  await writeFile(join(folder.path, 'nordet.conf'), configuration)
  await writeFile(join(folder.path, 'nginx.conf'), mainConfiguration(folder.path))
  const options = ['-p', folder.path, '-c', join(folder.path, 'nginx.conf'), '-e', join(folder.path, 'error.log')]
  await promisify(execFile)(program, ['-t', ...options]).catch((error: ExecFileException & { stderr: string }) => {
    throw new Error(`nginx does not take the configuration: ${error.stderr}`)
  })
  const server = await startListening(https, program, options)

  return {
    https,
    http,
    certificate,
    /** The access log so far. */
    accessLog: () => readFile(join(folder.path, 'access.log'), 'utf8'),
    /** The error log so far. */
    complaints: () => readFile(join(folder.path, 'error.log'), 'utf8'),
    /** The number of responses in a cache: `pages`, `assets` or `media`. */
    async stored(cache: string): Promise<number> {
      const found = await readdir(join(folder.path, `cache/nordet-${cache}`), { recursive: true, withFileTypes: true })
      return found.filter((item) => item.isFile()).length
    },
    /** Sends one request over https, on its own connection, to the site unless another host is named. */
    ask: (path: string, asked: Asked = {}) => askOverHttps(https, certificate, path, asked),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await folder[Symbol.asyncDispose]()
    },
  }
}

/** The main configuration of Debian and nginx's image, with the test's folders. */
function mainConfiguration(folder: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 2;
daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log warn;
events {}
http {
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  sendfile on;
  tcp_nopush on;
  keepalive_timeout 65;
  types_hash_max_size 2048;
  default_type application/octet-stream;
  server_tokens on;
  ssl_protocols TLSv1 TLSv1.1 TLSv1.2 TLSv1.3;
  ssl_prefer_server_ciphers on;
  access_log off;
  gzip on;
  include ${folder}/nordet.conf;
}
`
}
