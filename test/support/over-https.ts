import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { request } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'

export const siteHost = 'www.site.example'
export const ghostHost = 'ghost.site.example'

const run = promisify(execFile)

export type Answer = { status: number; headers: IncomingHttpHeaders; text: string }

export type Asked = {
  method?: string
  host?: string
  headers?: Record<string, string | string[]>
  body?: string
}

/**
 * Writes `fullchain.pem` and `privkey.pem` for both hosts to a folder. Resolves to the certificate.
 *
 * @param issuer options of `openssl req` that name the authority; by default the certificate is self-signed
 */
export async function makeCertificate(folder: string, issuer: string[] = []): Promise<string> {
  const names = `subjectAltName=DNS:${siteHost},DNS:${ghostHost}`
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', 'privkey.pem']
  const subject = ['-subj', `/CN=${siteHost}`, '-addext', names]
  await run(
    process.env.OPENSSL_PATH ?? 'openssl',
    ['req', '-x509', ...issuer, ...key, '-out', 'fullchain.pem', '-days', '2', ...subject],
    { cwd: folder },
  )
  return readFile(join(folder, 'fullchain.pem'), 'utf8')
}

/** Sends one request to a proxy on this machine, on its own connection, to the site unless another host is named. */
export function askOverHttps(port: number, ca: string, path: string, asked: Asked = {}): Promise<Answer> {
  const { method = 'GET', host = siteHost, headers = {}, body } = asked
  const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { host: '127.0.0.1', port, ca, servername: host, method, path, agent: false },
      (answer) => {
        const { statusCode: status = 0, headers } = answer
        text(answer).then((all) => resolve({ status, headers, text: all }), reject)
      },
    )
    for (const [name, value] of Object.entries({ Host: host, ...length, ...headers })) outgoing.setHeader(name, value)
    outgoing.once('error', reject)
    outgoing.end(body)
  })
}
