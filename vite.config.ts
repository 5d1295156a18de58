import { relative, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { companyTexts } from './build/company-texts.ts'
import { compressedCopies } from './build/compressed-copies.ts'
import { subsetFonts } from './build/fonts.ts'
import { faviconSet } from './build/icons.ts'
import { generateScopedName, pageStyles } from './build/page-styles.ts'
import { builtPosts } from './build/posts.ts'
import { shareImages } from './build/share-image.ts'

/** Tests a module's path within the project: the path to it may name a client, too. */
const within = (pattern: RegExp) => (id: string) => pattern.test(relative(import.meta.dirname, id))

/** Below `client`: what only pages of posts show. */
const ofPosts =
  'article|search.(search|live)|newsletter-form|components.(author|byline|deferred|list-page|neighbours|other|page-links|post-|preview|reserved|skeleton)'

// One `vite build --app` makes both halves: the browser's bundle in dist/client and the server in dist/server.
export default defineConfig({
  appType: 'custom',
  publicDir: false,
  plugins: [react(), companyTexts(), pageStyles(), shareImages(), faviconSet(), compressedCopies(), builtPosts()],
  builder: {},
  // The package is for older releases of React.
  resolve: { alias: { 'use-sync-external-store/shim': 'react', '@fonts': resolve(await subsetFonts()) } },
  css: { modules: { generateScopedName } },
  build: {
    // The Content-Security-Policy allows data: addresses for pictures alone: as one, a font would not load.
    assetsInlineLimit: 0,
    modulePreload: false,
    target: 'es2022',
    // Browsers that run it need no older prefixes.
    cssTarget: ['chrome107', 'firefox104', 'safari16'],
    // Split sheets would change their rules' order; `pageStyles` cuts each page's part out of the whole.
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
              groups: [
                // Packages change less often than the site: their file stays in visitors' caches.
                { name: 'packages', test: within(/^node_modules.(react|scheduler|i18next)/) },
                // Else pages would load a dozen files of a few hundred bytes.
                {
                  name: 'site',
                  test: within(new RegExp(`^(client|shared).(?!${ofPosts}|post-groups|srcset)`)),
                  minShareCount: 4,
                },
                // What few pages share, in one file.
                {
                  name: 'pages',
                  test: within(/section-column|style-sheet|^shared.search\./),
                  minShareCount: 2,
                },
                // A search needs all of them: one request.
                { name: 'search', test: within(/^client.search.(live-search|search-(data|results))/) },
                // The home page shows links to posts.
                { name: 'post-links', test: within(/^client.components.(deferred|post-links)/) },
                // The pages of posts alone need it.
                {
                  name: 'posts',
                  test: within(new RegExp(`^client.(${ofPosts})|^shared.(post-groups|srcset)`)),
                  minShareCount: 3,
                },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // Bundled, so that only the used part is loaded: the whole has messages in fifty languages.
      resolve: { noExternal: ['zod'] },
      build: {
        outDir: 'dist/server',
        rolldownOptions: {
          input: {
            main: 'server/main.ts',
            doctor: 'server/doctor/main.ts',
            outbox: 'server/outbox/main.ts',
            'make-posts': 'server/posts/markdown/make-posts.ts',
            'test-entry': 'build/test-entry.ts',
          },
          output: {
            codeSplitting: {
              // Each file takes the start half a millisecond: there would be forty more.
              groups: [
                { name: 'zod', test: within(/^node_modules.zod/), priority: 2 },
                { name: 'shared', test: within(/^shared./), priority: 1, minShareCount: 2 },
                { name: 'client', test: within(/^client.(?!pages)/), minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
  },
})
