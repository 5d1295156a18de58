import { execFile } from 'node:child_process'
import { copyFile, cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { projectRoot } from '../../server/runtime/project-root.ts'
import { smtpError, startMailServer } from '../support/mail-server.ts'
import { type Asked, askOverHttps, ghostHost, makeCertificate } from '../support/over-https.ts'
import { freePort } from '../support/free-port.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const run = promisify(execFile)

/** The gateway of the network `outside`: this machine, with the editors' office and the mail server. */
const office = '172.30.78.1'

/** Ghost's address in that network. */
export const ghostOutside = '172.30.78.20'

/**
 * Starts `compose.yaml` as docs/operations.md says, with the example files filled in. What a test machine does not have
 * is replaced in a file of its own: the ports, the certificate, the mail server.
 */
export async function startStack() {
  const folder = await temporaryFolder()
  const mailPort = await freePort()
  const deploy = join(folder.path, 'deploy')
  await cp(join(projectRoot, 'deploy'), deploy, { recursive: true })
  await copyFile(join(projectRoot, 'compose.yaml'), join(folder.path, 'compose.yaml'))
  await writeFile(join(folder.path, 'elsewhere.yaml'), elsewhere)
  await mkdir(join(deploy, 'tls'))
  const certificate = await makeCertificate(join(deploy, 'tls'))

  /** Sets `NAME=value` in a copy of an example: replaces the line or its comment, or appends one. */
  async function fillIn(name: 'compose' | 'site', values: Record<string, string>): Promise<void> {
    const path = join(deploy, `${name}.env`)
    let text = await readFile(path, 'utf8').catch(() => readFile(`${path}.example`, 'utf8'))
    for (const [variable, value] of Object.entries(values)) {
      const line = new RegExp(`^(?:# )?${variable}=.*$`, 'm')
      text = line.test(text) ? text.replace(line, `${variable}=${value}`) : `${text}${variable}=${value}\n`
    }
    await writeFile(path, text, { mode: 0o600 })
  }
  const smtp = { PORT: String(mailPort), USER: 'ghost', PASSWORD: 'not-looked-at', HOST: office }
  await fillIn('compose', {
    EDITORS_NETWORK: `${office}/32`,
    MYSQL_PASSWORD: 'un-mot-de-passe-de-test',
    ...Object.fromEntries(Object.entries(smtp).map(([name, value]) => [`GHOST_SMTP_${name}`, value])),
  })
  await fillIn('site', {
    SITE_SECRET: 'un-secret-de-test-assez-long',
    SMTP_URL: `smtp://${office}:${mailPort}`,
  })

  const env = {
    ...process.env,
    COMPOSE_PROJECT_NAME: `nordet-test-${process.pid}`,
    COMPOSE_FILE: 'compose.yaml:elsewhere.yaml',
  }
  const options = { cwd: folder.path, env, maxBuffer: 64 * 1024 * 1024 }
  const compose = ['compose', '--env-file', 'deploy/compose.env']
  /** The guide's `site`. Resolves to its output. */
  const site = async (...words: string[]) => (await run('docker', [...compose, ...words], options)).stdout
  /** Runs lines of the guide, unchanged. */
  const say = async (lines: string) =>
    (await run('bash', ['-ec', `site() { docker ${compose.join(' ')} "$@"; }\n${lines}`], options)).stdout
  async function end(): Promise<void> {
    await site('down', '--volumes', '--timeout', '15')
    await folder[Symbol.asyncDispose]()
  }
  try {
    await site('up', '-d', '--build', '--wait')
    const port = Number((await site('port', 'nginx', '443')).trim().split(':').pop())
    // The network with this address exists only now.
    let mailIsAway = false
    const mail = await startMailServer(
      {
        disabledCommands: ['STARTTLS'],
        allowInsecureAuth: true,
        onAuth: (_, __, done) => done(null, { user: 'ghost' }),
        onMailFrom: (_, __, done) => done(mailIsAway ? smtpError(421, 'not now') : null),
      },
      mailPort,
      office,
    )
    return {
      site,
      say,
      fillIn,
      mails: mail.mails,
      sendMailAway: (away: boolean) => void (mailIsAway = away),
      port,
      certificate,
      ask: (path: string, asked?: Asked) => askOverHttps(port, certificate, path, asked),
      askGhost: (path: string, asked?: Asked) => askOverHttps(port, certificate, path, { ...asked, host: ghostHost }),
      async [Symbol.asyncDispose]() {
        await mail[Symbol.asyncDispose]()
        await end()
      },
    }
  } catch (error) {
    const log = await site('logs', '--tail', '20').catch(() => '')
    await end()
    throw new Error(`the stack does not come up:\n${log}`, { cause: error })
  }
}

const trusting = `
    environment: { NODE_EXTRA_CA_CERTS: /certificate.pem }
    volumes: ['./deploy/tls/fullchain.pem:/certificate.pem:ro']`

const elsewhere = `
services:
  site-1:
    image: nordet/site:test
    build: { context: '${projectRoot}' }${trusting}
  site-2:
    image: nordet/site:test${trusting}
  ghost:
    networks: { outside: { ipv4_address: ${ghostOutside} } }${trusting}
  nginx:
    ports: !override ['127.0.0.1::443']
networks:
  outside:
    ipam:
      config:
        - { subnet: 172.30.78.0/24, gateway: ${office} }
`
