// Plain JavaScript: Node 20 runs no TypeScript, and this file is what starts the tool that does.
import { createServer as createHttpServer } from 'node:http'
import { createServer as createViteServer } from 'vite'

const http = createHttpServer()
const vite = await createViteServer({ server: { middlewareMode: true, ws: { server: http } }, appType: 'custom' })

/** Metrics are the built site's: they name its build. */
const env = { ...process.env, METRICS_PORT: '' }

/** The server's own code is reloaded by Vite when it changes; a site is made anew for each version of it. */
let current = { module: null, site: Promise.resolve(null) }

async function siteOfTheMoment() {
  const module = await vite.ssrLoadModule('/server/development.ts')
  // Without a pause between the two: requests that come together get one site.
  if (module !== current.module) current = { module, site: siteAfter(current.site, module) }
  return current.site
}

/** The former site releases all that both would hold; a site that failed to start holds nothing. */
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
    const { app } = await siteOfTheMoment()
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
