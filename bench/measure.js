// `npm run measure -- <name> [arguments]`: builds the site, installs the measurement's own packages, and runs it.
// docs/commands.md describes each measurement and its arguments.
import { spawnSync } from 'node:child_process'

/** The program of each measurement, and the folder of its own packages. */
const measurements = {
  audit: { run: ['bench/audit/run.js'], packages: 'bench/audit' },
  bench: { run: ['bench/run.js'], packages: 'bench' },
  faults: {
    run: ['node_modules/vitest/vitest.mjs', 'run', '--project', 'isolated', 'test/isolated/fault-table.test.ts'],
    env: { WRITE_FAULTS: '1' },
  },
  fuzz: { run: ['test/fuzz.js'] },
  mutate: { run: ['test/mutate.js'] },
  'next-page': { run: ['bench/next-page.js'] },
  observatory: { run: ['bench/audit/observatory.js'], packages: 'bench/audit' },
  posts: { run: ['bench/posts.js'] },
  rolling: { run: ['bench/rolling.js'] },
  scale: { run: ['bench/scale.js'] },
  search: { run: ['--expose-gc', 'bench/search.js'] },
  soak: { run: ['bench/soak/run.js'] },
  start: { run: ['bench/start.js'] },
}

function runOrExit(program, words, env = {}) {
  const { status } = spawnSync(program, words, { stdio: 'inherit', env: { ...process.env, ...env } })
  if (status !== 0) process.exit(status ?? 1)
}

const [name = '', ...words] = process.argv.slice(2)
if (!Object.hasOwn(measurements, name)) {
  const known = Object.keys(measurements).join(', ')
  console.error(`npm run measure -- <name>: "${name}" is unknown; expected one of ${known}`)
  process.exit(1)
}
const { run, packages, env } = measurements[name]
if (packages !== undefined) {
  const quietly = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error']
  runOrExit('npm', ['install', '--prefix', packages, ...quietly])
}
runOrExit('npm', ['run', '--silent', 'build', '--', '--logLevel', 'warn'])
runOrExit(process.execPath, [...run, ...words], env)
