// `npm run observatory`: scans the built site, behind TLS as in production, with Mozilla's HTTP Observatory. Prints a table, and
// fails below a score of 100. The scanner is a package of this folder. It is installed without its install script, which loads lists
// from the network. Needs OpenSSL.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer, request } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { startBuiltSite } from '../built-site.js'
import { freePort } from '../free-port.js'

const minScore = 100

const folder = mkdtempSync(join(tmpdir(), 'observatory-'))

/** The scanner's program. Writes an empty list of preloaded hosts, which its install script would load. */
function prepareScanner() {
  const home = join(import.meta.dirname, 'node_modules/@mdn/mdn-http-observatory')
  mkdirSync(join(home, 'conf'), { recursive: true })
  writeFileSync(join(home, 'conf/hsts-preload.json'), '{}')
  return join(home, 'src/scan.js')
}

/** A certificate for localhost, valid for a day. */
function certificate() {
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => join(folder, name))
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1']
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  execFileSync('openssl', ['req', '-x509', ...kind, ...name, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  return { key: readFileSync(key), cert: readFileSync(cert), path: cert }
}

const listening = async (server) => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return server.address().port
}

/** A proxy with TLS and a redirect to it. Both are on one port, since the scanner takes only one. */
async function startFront(sitePort, { key, cert }) {
  const secure = createHttpsServer({ key, cert }, (req, res) => {
    const passed = request({ port: sitePort, path: req.url, method: req.method, headers: req.headers }, (answer) => {
      res.writeHead(answer.statusCode, answer.rawHeaders)
      answer.pipe(res)
    })
    req.pipe(passed)
  })
  const plain = createHttpServer((req, res) => {
    res.writeHead(301, { Location: `https://${req.headers.host}${req.url}` }).end()
  })
  const ports = { secure: await listening(secure), plain: await listening(plain) }
  const front = createServer((socket) => {
    socket.once('data', (first) => {
      // A TLS record of the handshake begins with 22 (RFC 8446 §5.1).
      const behind = connect(first[0] === 22 ? ports.secure : ports.plain, '127.0.0.1')
      behind.write(first)
      socket.pipe(behind).pipe(socket)
      for (const end of [socket, behind]) end.on('error', () => end.destroy())
    })
  })
  return listening(front)
}

async function scan(program, host, caPath) {
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: caPath }
  const child = spawn(process.execPath, [program, host], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const result = await json(child.stdout)
  if (result.error) throw new Error(`the scanner failed: ${result.error}`)
  return result
}

/** The scanner's findings on the built site. */
async function observe() {
  const program = prepareScanner()
  const own = certificate()
  const port = await freePort()
  const host = `localhost:${await startFront(port, own)}`
  const site = await startBuiltSite({
    env: { ...process.env, SITE_URL: `https://${host}`, LOG_LEVEL: 'warn' },
    port,
  })
  try {
    return await scan(program, host, own.path)
  } finally {
    await site.stop()
  }
}

try {
  const { scan: total, tests } = await observe()
  for (const [name, { pass, result, scoreModifier }] of Object.entries(tests)) {
    console.log(`${pass ? 'passed' : 'FAILED'}  ${String(scoreModifier).padStart(3)}  ${name}: ${result}`)
  }
  console.log(`score ${total.score}, grade ${total.grade}; expected ${minScore} or more`)
  const good = total.score >= minScore
  console.log(good ? '1 passed, 0 failed' : '0 passed, 1 failed')
  process.exitCode = good ? 0 : 1
} finally {
  rmSync(folder, { recursive: true })
}
process.exit()
