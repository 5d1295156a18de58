// `npm run measure -- fuzz [count] [seed]`: random requests to the built site, by default 20,000, from a random seed, which is printed.
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'

const [count = '20000', seed = String(randomInt(2 ** 31))] = process.argv.slice(2)
console.log(`npm run measure -- fuzz ${count} ${seed}   plays this again`)
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'http', 'test/http/http/fuzz.test.ts'],
  { stdio: 'inherit', env: { ...process.env, FUZZ_REQUESTS: count, FUZZ_SEED: seed } },
)
process.exit(status ?? 1)
