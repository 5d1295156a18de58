import type { Plugin } from 'vite'

/**
 * React Router's package names its development build under every condition (7.18, "exports"), and sets its warnings by a
 * constant in the file rather than by `NODE_ENV`. The browser gets the production build, which lies beside it, without the components
 * that the site does not use: they would stay for the names that they are given after they are made.
 */
export function productionRouter(): Plugin {
  return {
    name: 'production-router',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId: {
      filter: { id: /^react-router(\/dom)?$/ },
      async handler(source, importer, options) {
        const resolved = await this.resolve(source, importer, { ...options, skipSelf: true })
        return resolved?.id.replace('/dist/development/', '/dist/production/')
      },
    },
    transform: {
      filter: { id: /\/react-router\/dist\/production\// },
      handler(code) {
        const droppable = code
          .replaceAll(/^\w+\.displayName = "[\w.]+";$/gm, '')
          .replaceAll(/= (?=\w+\.forwardRef\()/g, '= /* @__PURE__ */ ')
        return { code: droppable, map: null }
      },
    },
  }
}
