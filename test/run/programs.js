import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * Programs that tests need besides npm packages: the names of usable ones, the variable with the path of one, Debian's packages,
 * and the test modules that start it.
 */
const needed = [
  {
    name: 'Chromium',
    variable: 'CHROMIUM_PATH',
    // The headless shell takes half of the processor time.
    programs: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    packages: ['chromium-headless-shell'],
    startedBy: ['test/support/browser.ts', 'test/run/chromium.ts'],
  },
  {
    name: 'nginx',
    variable: 'NGINX_PATH',
    programs: ['nginx'],
    packages: ['nginx'],
    startedBy: ['test/support/nginx.ts'],
  },
  {
    name: 'OpenSSL',
    variable: 'OPENSSL_PATH',
    programs: ['openssl'],
    packages: ['openssl'],
    startedBy: ['test/support/over-https.ts'],
  },
]

/** Finds or installs the programs that the tests of these projects need: variables with their paths, and the missing programs. */
export function findPrograms(projects) {
  const variables = {}
  const missing = []
  for (const program of needed) {
    const files = filesOf(projects).filter((file) => importsAny(file, program.startedBy))
    if (files.length === 0) continue
    const found = process.env[program.variable] ?? findInPath(program.programs) ?? install(program)
    if (found) console.log(`${program.name}: ${(variables[program.variable] = found)}`)
    else missing.push({ ...program, files })
  }
  return { variables, missing }
}

function findInPath(names) {
  // Debian installs servers to a folder that is only in root's PATH.
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

/** Installs a program with apt-get, if that exists and needs no password. */
function install({ name, programs, packages }) {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const run = (...words) => execFileSync(words[0], words.slice(1), { stdio: ['ignore', 'ignore', 'inherit'] })
  if (!findInPath(['apt-get'])) return null
  console.log(`${name} is not installed; the tests need it: installing Debian’s package.`)
  try {
    run(...sudo, 'apt-get', 'update', '-qq')
    run(...sudo, 'apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...packages)
  } catch (error) {
    console.error(`${name} could not be installed: ${error.message}`)
  }
  return findInPath(programs)
}

/** The test files of projects. A project is a folder; `exhaustive` runs files of several. */
const filesOf = (projects) =>
  (projects.includes('exhaustive') ? [...projects, 'http', 'browser'] : projects)
    .filter((project) => existsSync(join('test', project)))
    .flatMap((project) =>
      readdirSync(join('test', project), { recursive: true }).map((name) => join('test', project, String(name))),
    )
    .filter((file) => file.endsWith('.test.ts'))

/** Whether a test file imports one of these modules, directly or indirectly. */
function importsAny(file, modules, seen = new Set()) {
  if (modules.includes(file)) return true
  if (seen.has(file) || !existsSync(file)) return false
  seen.add(file)
  return Array.from(readFileSync(file, 'utf8').matchAll(/ from '(\.{1,2}\/[^']+)'/g), ([, path]) =>
    join(file, '..', path),
  ).some((imported) => imported.startsWith('test/') && importsAny(imported, modules, seen))
}
