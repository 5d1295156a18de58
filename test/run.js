// `npm test`: finds or installs what the tests need besides npm packages, builds the site, runs everything.
import { execFileSync, spawnSync } from 'node:child_process'
import { accessSync, constants, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

function findInPath(names) {
  // Debian keeps servers where only root looks.
  for (const folder of [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']) {
    for (const name of names) {
      try {
        accessSync(join(folder, name), constants.X_OK)
        return join(folder, name)
      } catch {}
    }
  }
  return null
}

/** What the tests need besides npm packages: its programs' names, the variable that names one, and Debian's packages. */
const needed = {
  Chromium: {
    variable: 'CHROMIUM_PATH',
    programs: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    debianPackages: ['chromium'],
  },
  Redis: {
    variable: 'REDIS_SERVER_PATH',
    programs: ['redis-server', 'valkey-server'],
    debianPackages: ['redis-server'],
  },
  nginx: { variable: 'NGINX_PATH', programs: ['nginx'], debianPackages: ['nginx', 'openssl'] },
}

function findOrInstall(name, { variable, programs, debianPackages }) {
  const found = process.env[variable] ?? findInPath(programs)
  if (found) return found
  console.log(`${name} is not installed; the tests need it: installing Debian’s package.`)
  const sudo = process.getuid?.() === 0 ? [] : ['sudo']
  const run = (...words) => execFileSync(words[0], words.slice(1), { stdio: ['ignore', 'ignore', 'inherit'] })
  try {
    run(...sudo, 'apt-get', 'update', '-qq')
    run(...sudo, 'apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...debianPackages)
  } catch (error) {
    console.error(
      `${name} could not be installed (${error.message}); expected apt-get to work, or ${variable} to name a program.`,
    )
    process.exit(1)
  }
  return findInPath(programs)
}

const found = {}
for (const [name, what] of Object.entries(needed)) {
  found[what.variable] = findOrInstall(name, what) ?? ''
  console.log(`${name}: ${found[what.variable]}`)
}

const build = spawnSync('npm', ['run', '--silent', 'build'], { stdio: ['ignore', 'ignore', 'inherit'] })
if (build.status !== 0) process.exit(build.status ?? 1)

const projects = process.argv.slice(2).length > 0 ? process.argv.slice(2) : ['check', 'unit', 'http', 'browser']
const report = join(mkdtempSync(join(tmpdir(), 'site-tests-')), 'report.json')
const vitest = spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ],
  { stdio: 'inherit', env: { ...process.env, ...found } },
)

const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
// A file that cannot be loaded counts no test at all: it must not pass for none failed.
const unloadable = testResults.filter(
  ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
)
const failed = numFailedTests + unloadable.length + numPendingTests
console.log(`${numPassedTests} passed, ${failed} failed`)
process.exit(vitest.status || (failed > 0 ? 1 : 0))
