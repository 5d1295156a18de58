// Plain JavaScript, because Node 20 cannot run TypeScript. Vite, which can, is started here.
import { createServer as createHttpServer } from 'node:http'
import { createServer as createViteServer } from 'vite'

const http = createHttpServer()
const vite = await createViteServer({ server: { middlewareMode: true, ws: { server: http } }, appType: 'custom' })

/** No metrics in development, because they name a build. */
const env = { ...process.env, METRICS_PORT: '' }

/** Vite reloads the server's code when it changes. Each version of it gets a new site. */
let current = { module: null, site: Promise.resolve(null) }

async function currentSite() {
  const module = await vite.ssrLoadModule('/server/development.ts')
  // No `await` in between, so that concurrent requests get one site.
  if (module !== current.module) current = { module, site: siteAfter(current.site, module) }
  return current.site
}

/** Stops the former site first, because both would use the same outbox. It is missing if it failed to start. */
async function siteAfter(formerSite, module) {
  const former = await formerSite.catch(() => null)
  await former?.outbox.stop()
  const site = module.createDevelopmentSite(env, vite)
  await site.restore()
  await site.outbox.start()
  return site
}

http.on('request', async (req, res) => {
  try {
    const { app } = await currentSite()
    vite.middlewares(req, res, () => app(req, res))
  } catch (error) {
    vite.ssrFixStacktrace(error)
    console.error(error)
    res.writeHead(500, { 'Content-Type': 'text/plain' }).end('See the terminal.\n')
  }
})

const { listenForDevelopment, readEnvironment } = await vite.ssrLoadModule('/server/config/config.ts')
const { ownOutbox } = await vite.ssrLoadModule('/server/outbox/outbox.ts')
await ownOutbox(await readEnvironment(env), console)
console.log(await listenForDevelopment(http, env))
process.on('SIGTERM', () => process.exit(0))
