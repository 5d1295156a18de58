import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startBuiltSite } from './built-site.js'

/** Node's arguments in `npm start` of a checkout: its flags, then the built site. */
export async function programOfOperators(folder = '.') {
  const { scripts } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  const [, words] = /\bnode (.+)$/.exec(scripts.start)
  return [...words.split(' ').slice(0, -1), join(folder, 'dist/server/main.js')]
}

/** Starts the site in production, by default as `npm start` does, without its log. */
export async function startAsOperators(program) {
  const env = { ...process.env, NODE_ENV: 'production' }
  return startBuiltSite({ env, program: program ?? (await programOfOperators()), stdout: 'ignore', first: '/' })
}
