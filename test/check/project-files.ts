import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { projectRoot } from '../../server/runtime/project-root.ts'

/** The files below a folder of the project whose names match, as paths from its root with `/`, in order. */
export function filesBelow(folder: string, pattern: RegExp): string[] {
  return (
    readdirSync(join(projectRoot, folder), { recursive: true, withFileTypes: true })
      .filter((item) => item.isFile() && pattern.test(item.name))
      .map((item) => relative(projectRoot, join(item.parentPath, item.name)).split(sep).join('/'))
      // `bench` has packages of its own.
      .filter((path) => !path.includes('/node_modules/'))
      .sort()
  )
}

/** The files below a folder that the site is made of: all but the tests beside them. */
export function sourcesBelow(folder: string, pattern: RegExp): string[] {
  return filesBelow(folder, pattern).filter((path) => !/\.test\.tsx?$/.test(path))
}

/** The files of tests: unit tests are beside what they test, the others below `test`. */
export function testFiles(): string[] {
  return ['bench', 'build', 'client', 'server', 'shared', 'test'].flatMap((folder) => filesBelow(folder, /\.test\.ts$/))
}

export function textOf(path: string): string {
  return readFileSync(join(projectRoot, path), 'utf8')
}

/** The variables of an example: lines with `NAME=value` or `# NAME=value`. */
export function namesIn(example: string): string[] {
  return [...example.matchAll(/^(?:# ?)?([A-Z][A-Z0-9_]*)=/gm)].map(([, name = '']) => name)
}

type Texts = { [key: string]: string | Texts }

/** All texts of a locale file, with their dotted keys. */
export function textsOf(path: string): { key: string; text: string }[] {
  // A value that is not a text would fail the checks that read it as one.
  return flatten(JSON.parse(textOf(path)) as Texts, '')
}

function flatten(texts: Texts, prefix: string): { key: string; text: string }[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [{ key: prefix + key, text: value }] : flatten(value, `${prefix}${key}.`),
  )
}
