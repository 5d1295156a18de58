// `npm run fuzz -- [count] [seed]`: random requests to the built site, by default 20,000; the seed of a failure plays it again.
import { spawnSync } from 'node:child_process'

const [count = '20000', seed] = process.argv.slice(2)
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'http', 'test/http/fuzz.test.ts'],
  { stdio: 'inherit', env: { ...process.env, FUZZ_REQUESTS: count, ...(seed ? { FUZZ_SEED: seed } : {}) } },
)
process.exit(status ?? 1)
