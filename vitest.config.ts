import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { companyTexts } from './build/company-texts.ts'
import { generateScopedName } from './build/page-styles.ts'

const quietConsole = ['test/support/quiet-console.ts']

/** As the site runs; `isolated` renders every kind of page with React's build for development, which warns. */
const production = { NODE_ENV: 'production' }
const builtSite = ['test/run/built-site.ts']
const withChromium = [...builtSite, 'test/run/chromium.ts']

/** Files that take every row and many more inputs where a run is exhaustive (test/support/exhaustive.ts). */
const exhaustive = [
  '{server,shared}/**/*.property.test.ts',
  'test/support/seed.test.ts',
  'test/http/*/{fuzz,pictures,posted-values,start}.test.ts',
  'test/isolated/fault-table.test.ts',
  'test/browser/*/{access,both-forms,cards,email-address,foreign-changes,forms-without-script,hostile}.test.ts',
  'test/browser/*/{contact-form,layout,looks,pictures,posts-answers,scene,whole-site,words}.test.ts',
]

/**
 * `check` and `unit` need nothing; `http`, `browser` and `slow` need the built site; `ghost` needs a running Ghost, `compose` a
 * Docker engine. Files of a project share what a worker has loaded; those that change what is global are in `isolated`.
 */
const projects = [
  { name: 'check', include: ['test/check/*.test.ts'] },
  { name: 'unit', include: ['{bench/soak,build,client,server,shared,test/support}/**/*.test.ts'] },
  {
    name: 'isolated',
    include: ['test/isolated/*.test.ts'],
    isolate: true,
    globalSetup: builtSite,
  },
  { name: 'http', include: ['test/http/*/*.test.ts'], globalSetup: builtSite, env: production },
  {
    name: 'browser',
    include: ['test/browser/*/*.test.ts'],
    globalSetup: withChromium,
    env: production,
  },
  {
    name: 'slow',
    include: ['test/slow/*.test.ts'],
    globalSetup: withChromium,
    isolate: true,
    env: production,
    // Each with processes of its own.
    maxConcurrency: 3,
  },
  {
    name: 'exhaustive',
    include: exhaustive,
    isolate: true,
    globalSetup: withChromium,
    env: { ...production, EXHAUSTIVE: '1' },
    testTimeout: 600_000,
  },
  {
    name: 'ghost',
    include: ['test/ghost/*.test.ts'],
    globalSetup: withChromium,
    env: production,
    // They share one Ghost.
    fileParallelism: false,
    isolate: true,
  },
  { name: 'compose', include: ['test/compose/*.test.ts'] },
]

export default defineConfig({
  plugins: [react(), companyTexts()],
  css: { modules: { generateScopedName } },
  test: {
    maxWorkers: availableParallelism(),
    projects: projects.map((project) => ({
      extends: true,
      test: {
        isolate: false,
        // A busy machine is slow, not wrong: only what never happens runs out of time.
        expect: { poll: { timeout: 30_000 } },
        testTimeout: 180_000,
        hookTimeout: 180_000,
        setupFiles: quietConsole,
        server: { deps: { external: [/\/dist\/server\//] } },
        ...project,
      },
    })),
  },
})
