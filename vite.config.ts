import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { generateScopedName } from './build/class-names.ts'
import { compressedCopies } from './build/compressed-copies.ts'
import { subsetFonts } from './build/fonts.ts'
import { faviconSet } from './build/icons.ts'
import { pageStyles } from './build/page-styles.ts'
import { shareImages } from './build/share-images.ts'

// One `vite build --app` makes both halves: the browser's bundle in dist/client and the server in dist/server.
export default defineConfig({
  appType: 'custom',
  publicDir: false,
  plugins: [react(), layersInOrder(), pageStyles(), shareImages(), faviconSet(), compressedCopies()],
  builder: {},
  // What the package brings to older releases of React is in React itself.
  resolve: { alias: { 'use-sync-external-store/shim': 'react', '@fonts': resolve(await subsetFonts()) } },
  css: { modules: { generateScopedName } },
  build: {
    // The Content-Security-Policy allows data: addresses for pictures alone: as one, a font would not load.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    // Where they part, style sheets change their order; `pageStyles` cuts each page's part out of the whole.
    cssCodeSplit: false,
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        rolldownOptions: {
          input: ['client/entry-bootstrap.ts', 'client/entry-client.tsx'],
          // The bootstrap script calls what the other entry exports.
          preserveEntrySignatures: 'exports-only',
          checks: { pluginTimings: false },
          // Packages change less often than the site: their file stays in visitors' caches.
          output: { codeSplitting: { groups: [{ name: 'packages', test: /node_modules.(react|scheduler|i18next)/ }] } },
        },
      },
    },
    ssr: {
      // Of zod the part that is used: the package as it lies loads all of itself, messages in fifty languages included.
      resolve: { noExternal: ['zod'] },
      build: {
        outDir: 'dist/server',
        rolldownOptions: {
          input: {
            main: 'server/entry.ts',
            doctor: 'server/doctor/main.ts',
            outbox: 'server/outbox/main.ts',
            'render-process': 'server/media/render-process.ts',
            'post-worker': 'server/posts/ghost/post-worker.ts',
            parts: 'server/parts.ts',
          },
        },
      },
    },
  },
})

/**
 * Cascade layers rank by their first mention, and Vite joins the style sheets in the order of its chunks: without this
 * line at the top, a component's layer would come before the base that it is to override.
 */
function layersInOrder(): Plugin {
  return {
    name: 'layers-in-order',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'asset' && file.fileName.endsWith('.css') && typeof file.source === 'string') {
            file.source = `@layer tokens,base,components,shared;${file.source}`
          }
        }
      },
    },
  }
}
