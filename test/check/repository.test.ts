import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { join as joinPosix } from 'node:path/posix'
import { createFilter } from 'vite'
import { expect, it } from 'vitest'
import { projectRoot } from '../../server/runtime/project-root.ts'
import { filesBelow, textOf, testFiles } from './project-files.ts'

/** A path that exists on one machine only: absolute, in a home or work folder. */
const machinePath = /(?<![\w.-])\/(?:work|home|Users)\/[\w.-]/

/** The tracked files. Without Git (in an image, for example), all files that are not built or installed. */
function trackedFiles(): string[] {
  const { status, stdout } = spawnSync('git', ['ls-files', '-z'], { cwd: projectRoot, encoding: 'utf8' })
  if (status === 0) return stdout.split('\0').filter((file) => file !== '' && existsSync(join(projectRoot, file)))
  return filesBelow('.', /./).filter((file) => !/^(node_modules|dist|data|coverage|\.git)\/|\.log$|^\.env$/.test(file))
}

it('no file names a path of one machine', () => {
  expect(`file:///${'home'}/a`).toMatch(machinePath)
  const files = trackedFiles()
  expect(files).toContain('package.json')
  const found = files.flatMap((file) => {
    const line = textOf(file)
      .split('\n')
      .find((text) => machinePath.test(text))
    return line === undefined ? [] : [`${file}: ${line.trim().slice(0, 120)}`]
  })
  expect(found).toEqual([])
})

it('every test of random inputs uses the seed', () => {
  const random = testFiles().filter((file) => /^import .*(fast-check|random-requests)/m.test(textOf(file)))
  expect(random).toContain('test/http/http/fuzz.test.ts')
  expect(random.filter((file) => !/from '\.{1,2}\/.*\b(properties|seed)\.ts'/.test(textOf(file)))).toEqual([])
})

it('no test uses random numbers that cannot be repeated', () => {
  const random = [...testFiles(), ...filesBelow('test', /(?<!\.test)\.ts$/)].filter((file) =>
    /Math\.random/.test(textOf(file)),
  )
  expect(random).toEqual([])
})

it('every file with more rows or inputs in an exhaustive run is part of that run', () => {
  const files = [...testFiles(), ...filesBelow('test', /(?<!\.test)\.ts$/)].map((file) => ({
    file,
    imports: [...textOf(file).matchAll(/from '(\.[^']+)'/g)].map(([, to = '']) => joinPosix(file, '..', to)),
  }))
  // A file may import them through another one.
  const taking = new Set(['test/support/exhaustive.ts'])
  for (let known = 0; known < taking.size;) {
    known = taking.size
    for (const { file, imports } of files) if (imports.some((path) => taking.has(path))) taking.add(file)
  }
  const [, list = ''] = /^const exhaustive = \[([^\]]*)\]/m.exec(textOf('vitest.config.ts')) ?? []
  const patterns = [...list.matchAll(/'([^']+)'/g)].map(([, pattern = '']) => pattern)
  const isListed = createFilter(patterns, null, { resolve: projectRoot })
  const tests = [...taking].filter((file) => file.endsWith('.test.ts'))
  expect(tests).toContain('test/http/http/fuzz.test.ts')
  expect(tests.filter((file) => !isListed(join(projectRoot, file)))).toEqual([])
})
