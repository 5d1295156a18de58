// `npm test` and `npm run test:slow`: finds or installs the programs that the tests need, and runs the tests. Projects may follow:
// `npm test -- unit http`. Tests whose program is missing are left out, and named at the end. If CI is true, that is a failure.
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { findPrograms } from './run/programs.js'

const fast = ['check', 'unit', 'isolated', 'http', 'browser']
const projects = process.argv.length > 2 ? process.argv.slice(2) : fast
const reportFile = 'test-report/report.json'

const { variables, missing } = findPrograms(projects)
const leftOut = missing.flatMap(({ files }) => files)
rmSync(reportFile, { force: true })
const vitest = spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    ...leftOut.flatMap((file) => ['--exclude', file]),
    // All files of a project may be left out.
    ...(leftOut.length > 0 ? ['--passWithNoTests'] : []),
    '--reporter=default',
    '--reporter=test/run/report.js',
  ],
  { stdio: 'inherit', env: { ...process.env, ...variables, TEST_REPORT: reportFile } },
)

for (const { name, variable, packages, files } of missing) {
  console.log(`Left out for want of ${name}: ${files.join(', ')}`)
  console.log(`  Install it (Debian: ${packages.join(', ')}), or name its program in ${variable}.`)
}
const { passed, failed } = JSON.parse(readFileSync(reportFile, 'utf8'))
const failures = failed + (process.env.CI === 'true' ? missing.length : 0)
console.log(`${passed} passed, ${failures} failed`)
process.exit(vitest.status || (failures > 0 ? 1 : 0))
