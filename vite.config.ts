import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { generateScopedName } from './build/class-names.ts'
import { compiledEarly } from './build/compiled-early.ts'
import { compressedCopies } from './build/compressed-copies.ts'
import { coreChunk } from './build/core-chunk.ts'
import { cutFonts } from './build/cut-fonts.ts'
import { faviconSet } from './build/icons.ts'
import { lateFaces } from './build/late-faces.ts'
import { pageStyles } from './build/page-styles.ts'
import { productionRouter } from './build/production-router.ts'
import { reactWithoutAsyncHooks } from './build/react-without-async-hooks.ts'
import { shareImages } from './build/share-images.ts'

const clientEntry = resolve('client/entry-client.tsx')

// One `vite build --app` makes both halves: the browser's bundle in dist/client and the server in dist/server.
export default defineConfig({
  appType: 'custom',
  publicDir: 'client/public',
  plugins: [
    react(),
    lateFaces(),
    cutFonts(),
    layersInOrder(),
    pageStyles(),
    productionRouter(),
    reactWithoutAsyncHooks(),
    shareImages(),
    faviconSet(),
    compiledEarly(clientEntry),
    compressedCopies(),
  ],
  builder: {},
  // What the package brings to older releases of React is in React itself.
  resolve: { alias: { 'use-sync-external-store/shim': 'react' } },
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
          output: {
            codeSplitting: {
              groups: [coreChunk(clientEntry, [resolve('client/parts/paragraphs.tsx')])],
            },
          },
        },
      },
    },
    ssr: {
      // Of zod the part that is used: the package as it lies loads all of itself, messages in fifty languages included.
      resolve: { noExternal: ['zod'] },
      build: {
        outDir: 'dist/server',
        copyPublicDir: false,
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
