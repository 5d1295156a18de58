// Plain JavaScript: Node 20 runs no TypeScript, and this file is what starts the tool that does.
import { createServer as createHttpServer } from 'node:http'
import { createServer as createViteServer } from 'vite'

const http = createHttpServer()
const vite = await createViteServer({ server: { middlewareMode: true, ws: { server: http } }, appType: 'custom' })

/** The server's own code is reloaded by Vite when it changes; a site is made anew for each version of it. */
let current = { module: null, site: null }

async function siteOfTheMoment() {
  const module = await vite.ssrLoadModule('/server/development.ts')
  if (module !== current.module) {
    const former = current.site
    current = { module, site: await module.createDevelopmentSite(process.env, vite) }
    await former?.outbox.stop()
    await current.site.outbox.start()
  }
  return current.site
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

const port = Number(process.env.PORT || 3000)
http.listen(port, () => console.log(`http://localhost:${port}`))
process.on('SIGTERM', () => process.exit(0))
