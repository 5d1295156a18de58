import type { EnvironmentModuleNode, ViteDevServer } from 'vite'
import { parseConfig } from './config/config.ts'
import { createLog } from './runtime/log.ts'
import { readable } from './runtime/readable-lines.ts'
import { createSite, type Site } from './site.ts'

/**
 * The site of `npm run dev`. Vite serves the browser's modules. Pages link the style sheets of everything that is loaded on the
 * server, so that no page appears unstyled (vitejs/vite#16515).
 */
export function createDevelopmentSite(env: NodeJS.ProcessEnv, vite: ViteDevServer): Site {
  const parsed = parseConfig(env)
  if (parsed.kind === 'problems') throw new Error(parsed.problems.join('\n'))

  async function assetsFor(page: string | null) {
    if (page !== null) await vite.ssrLoadModule(`/client/pages/${page}.tsx`)
    const shared = await stylesFrom(vite, '/client/entry-server.tsx')
    const own = page === null ? [] : await stylesFrom(vite, `/client/pages/${page}.tsx`)
    return {
      script: '/client/entry-bootstrap.ts',
      styles: [...new Set([...shared, ...own])],
      inlineStyle: null,
      inlineScript: null,
      icon: '/favicon.svg',
      entry: '/client/entry-client.tsx',
      modules: [],
      wholeStyle: null,
      fonts: [],
    }
  }

  return createSite(
    parsed.config,
    {
      assetsFor,
      inlineTexts: { stylesOf: () => [], scripts: [] },
      staticFiles: (_req, _res, next) => next(),
      development: true,
      readBuiltPosts: () => Promise.resolve(new Map()),
      glyphOutlines: null,
    },
    createLog(parsed.config.logLevel, readable(process.stdout)),
  )
}

/** The style sheets that a module imports, directly or indirectly. */
async function stylesFrom(vite: ViteDevServer, entry: string): Promise<string[]> {
  const seen = new Set<EnvironmentModuleNode>()
  const styles: string[] = []
  function walk(module: EnvironmentModuleNode | undefined) {
    if (module === undefined || seen.has(module)) return
    seen.add(module)
    // `?direct` requests the style sheet, imports included, rather than a module that injects it.
    const [path = ''] = module.url.split('?', 1)
    if (path.endsWith('.css')) return void styles.push(`${path}?direct`)
    for (const imported of module.importedModules) walk(imported)
  }
  walk(await vite.environments.ssr.moduleGraph.getModuleByUrl(entry))
  return styles
}
