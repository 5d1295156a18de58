import { expect, it } from 'vitest'
import { sourcesBelow, textOf } from './project-files.ts'

/** Private parts of packages and Node, which any release may change (docs/dependencies.md, "Undocumented behaviour that the site relies on"). */
const privateParts: Record<string, RegExp> = {
  'properties of Node’s messages, servers and sockets that begin with _':
    /\b(?:req|res|request|response|socket|server)\._\w|\b_header\b/,
  'the symbols of pino': /\bpino\.symbols\b|\bsymbols\b[^;]*from 'pino'|\bstreamSym\b/,
  'how Node ends a socket': /\bdestroySoon\b/,
  'what React Router keeps in the session': /react-router-scroll-positions/,
  'exports that their makers call unsafe or unstable': /\b(?:UNSAFE|unstable)_\w/,
  'files inside of packages': /\/cjs\\?\/|\/dist\\?\/(?!client\b|server\b)/,
}

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|(?:^|\s)\/\/.*$/gm, '')

const usedIn = (code: string) =>
  Object.entries(privateParts).flatMap(([name, pattern]) => (pattern.test(withoutComments(code)) ? [name] : []))

const files = ['client', 'server', 'shared', 'build'].flatMap((folder) => sourcesBelow(folder, /\.(?:ts|tsx|js)$/))

it('no file of the site uses private parts of other people’s code', () => {
  const paths = [...files, 'vite.config.ts', 'vitest.config.ts']
  expect(paths.length).toBeGreaterThan(200)
  expect(paths.flatMap((path) => usedIn(textOf(path)).map((name) => `${path}: ${name}`))).toEqual([])
})

it('each pattern finds private parts', () => {
  const code = "res._header, socket.destroySoon(), pino.symbols, 'react-router-scroll-positions', UNSAFE_a, '/cjs/a'"
  expect(usedIn(code)).toEqual(Object.keys(privateParts))
})
