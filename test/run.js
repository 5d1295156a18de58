// `npm test`: finds or installs what the tests need besides npm packages, builds the site, runs everything.
import { execFileSync, spawnSync } from 'node:child_process'
import { accessSync, constants, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

function findInPath(names) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of names) {
      try {
        accessSync(join(folder, name), constants.X_OK)
        return join(folder, name)
      } catch {}
    }
  }
  return null
}

function findOrInstallChromium() {
  const found = process.env.CHROMIUM_PATH ?? findInPath(browsers)
  if (found) return found
  console.log('Chromium is not installed; the browser tests need it: installing Debian’s package.')
  const sudo = process.getuid?.() === 0 ? [] : ['sudo']
  const run = (...words) => execFileSync(words[0], words.slice(1), { stdio: ['ignore', 'ignore', 'inherit'] })
  try {
    run(...sudo, 'apt-get', 'update', '-qq')
    run(...sudo, 'apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium')
  } catch (error) {
    console.error(
      `Chromium could not be installed (${error.message}); expected apt-get to work, or CHROMIUM_PATH to name a browser.`,
    )
    process.exit(1)
  }
  return findInPath(browsers)
}

const chromium = findOrInstallChromium()
console.log(`Chromium: ${chromium}`)

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
  { stdio: 'inherit', env: { ...process.env, CHROMIUM_PATH: chromium ?? '' } },
)

const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
// A file that cannot be loaded counts no test at all: it must not pass for none failed.
const unloadable = testResults.filter(
  ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
)
const failed = numFailedTests + unloadable.length + numPendingTests
console.log(`${numPassedTests} passed, ${failed} failed`)
process.exit(vitest.status || (failed > 0 ? 1 : 0))
