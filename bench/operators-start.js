import { readFile } from 'node:fs/promises'
import { startBuiltSite } from './built-site.js'

/** The site as `npm start` runs it for an operator, with what that script gives Node, and its log, which goes nowhere. */
export async function startAsOperators() {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8'))
  const [, program] = /\bnode (.+)$/.exec(scripts.start)
  return startBuiltSite({
    env: { ...process.env, NODE_ENV: 'production' },
    program: program.split(' '),
    stdout: 'ignore',
    first: '/',
  })
}
