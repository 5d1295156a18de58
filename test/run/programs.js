import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * Programs that tests need besides npm packages: those that will do, the variable that names one, Debian's packages, and the
 * modules of the tests that start it.
 */
const needed = [
  {
    name: 'Chromium',
    variable: 'CHROMIUM_PATH',
    // The headless shell, which has no windows, takes half of the processor time.
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

/** Each program that the tests of these projects need: the variables that name those found, and those that cannot be had. */
export function findPrograms(projects) {
  const variables = {}
  const missing = []
  for (const program of needed) {
    const files = filesOf(projects).filter((file) => isReaching(file, program.startedBy))
    if (files.length === 0) continue
    const found = process.env[program.variable] ?? findInPath(program.programs) ?? install(program)
    if (found) console.log(`${program.name}: ${(variables[program.variable] = found)}`)
    else missing.push({ ...program, files })
  }
  return { variables, missing }
}

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

/** Installs a program by apt-get, where there is one and it asks for no password. */
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

/** The files of a project lie in its folder; `exhaustive` takes some of several. */
const filesOf = (projects) =>
  (projects.includes('exhaustive') ? [...projects, 'unit', 'http', 'browser'] : projects)
    .filter((project) => existsSync(join('test', project)))
    .flatMap((project) => readdirSync(join('test', project)).map((name) => `test/${project}/${name}`))
    .filter((file) => file.endsWith('.test.ts'))

/** Whether a file of the tests imports one of these modules, itself or through others. */
function isReaching(file, modules, seen = new Set()) {
  if (modules.includes(file)) return true
  if (seen.has(file) || !existsSync(file)) return false
  seen.add(file)
  return Array.from(readFileSync(file, 'utf8').matchAll(/ from '(\.{1,2}\/[^']+)'/g), ([, path]) =>
    join(file, '..', path),
  ).some((imported) => imported.startsWith('test/') && isReaching(imported, modules, seen))
}
