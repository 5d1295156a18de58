import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { generateScopedName } from './build/class-names.ts'

const shared = {
  setupFiles: ['test/support/quiet-console.ts'],
  // As built: browser tests see the pages of this process with the style sheet of the build.
  css: { include: [/.+/], modules: { classNameStrategy: 'scoped' as const } },
}

// `check` and `unit` need nothing; `http` and `browser` need the built site; `ghost` needs a running Ghost,
// `compose` a Docker engine.
export default defineConfig({
  plugins: [react()],
  css: { modules: { generateScopedName } },
  test: {
    projects: [
      { extends: true, test: { ...shared, name: 'check', include: ['test/check/*.test.ts'], testTimeout: 20_000 } },
      { extends: true, test: { ...shared, name: 'unit', include: ['test/unit/*.test.ts'] } },
      { extends: true, test: { ...shared, name: 'http', include: ['test/http/*.test.ts'], testTimeout: 20_000 } },
      {
        extends: true,
        test: {
          ...shared,
          name: 'browser',
          include: ['test/browser/*.test.ts'],
          testTimeout: 60_000,
          // A busy machine is slow, not wrong.
          expect: { poll: { timeout: 10_000 } },
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'ghost',
          include: ['test/ghost/*.test.ts'],
          testTimeout: 60_000,
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: { ...shared, name: 'compose', include: ['test/compose/*.test.ts'], testTimeout: 120_000 },
      },
    ],
  },
})
