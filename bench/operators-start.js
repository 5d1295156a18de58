import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startBuiltSite } from './built-site.js'

/** Node's arguments in `npm start` of a checkout: flags, and then the built site. */
export async function programOfOperators(folder = '.') {
  const { scripts } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  const [, words] = /\bnode (.+)$/.exec(scripts.start)
  return [...words.split(' ').slice(0, -1), join(folder, 'dist/server/main.js')]
}

/** The site in production, by default as operators run it, and its log, which goes nowhere. */
export async function startAsOperators(program) {
  const env = { ...process.env, NODE_ENV: 'production' }
  return startBuiltSite({ env, program: program ?? (await programOfOperators()), stdout: 'ignore', first: '/' })
}
