import type { Plugin } from 'vite'

const renderer = '\0react-renderer'
const storage = '\0storage-for-a-call'

/**
 * React keeps the request that it renders in an `AsyncLocalStorage`, for components that go on after having waited. This site
 * has none: its data is there before it renders. But on Node 20 and 22 such a storage has Node follow every asynchronous step
 * of the process from the first rendering on, which every answer pays for (docs/performance.md). So the server's bundle
 * takes in React's renderer for Node, with a storage that lasts as long as a call does.
 *
 * @see https://nodejs.org/api/async_context.html#class-asynclocalstorage
 */
export function reactWithoutAsyncHooks(): Plugin {
  return {
    name: 'react-without-async-hooks',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'ssr',
    resolveId: {
      filter: { id: /^(react-dom\/server|async_hooks)$|^\.\/cjs\/react-dom-server\.node/ },
      async handler(source, importer, options) {
        if (source === 'react-dom/server') return renderer
        if (source === 'async_hooks') return importer?.includes('/react-dom/cjs/') ? storage : null
        if (importer !== renderer) return null
        const manifest = await this.resolve('react-dom/package.json', undefined, { ...options, skipSelf: true })
        return manifest?.id.replace('package.json', source.slice(2))
      },
    },
    load: {
      filter: { id: new RegExp(`^(${renderer}|${storage})$`) },
      handler: (id) => (id === renderer ? eitherBuild : storageForACall),
    },
  }
}

/** As React's own entry chooses, since both halves of React must be of one kind; only the chosen one is loaded. */
const eitherBuild = `
export const { renderToPipeableStream } = await (process.env.NODE_ENV === 'production'
  ? import('./cjs/react-dom-server.node.production.js')
  : import('./cjs/react-dom-server.node.development.js'))
`

const storageForACall = `
export class AsyncLocalStorage {
  #store
  getStore() {
    return this.#store
  }
  run(store, callback, ...args) {
    const before = this.#store
    this.#store = store
    try {
      return callback(...args)
    } finally {
      this.#store = before
    }
  }
}
`
