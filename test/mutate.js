// `npm run measure -- mutate [seed] [count] [folder …]`: removes single lines of server/, client/ and shared/, or of the folders that are
// named, one at a time, and prints which test suite fails. The seed chooses the lines. It works on a copy of the last commit, so it may
// be interrupted at any time.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const [seed = '1', count = '30', ...named] = process.argv.slice(2)
const folders = named.length > 0 ? named : ['server', 'client', 'shared']
const folder = mkdtempSync(join(tmpdir(), 'mutate-'))
const random = createRandom(Number(seed))

/** Mulberry32: numbers from 0 to 1, the same for the same seed. */
function createRandom(state) {
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const run = (program, ...words) => spawnSync(program, words, { cwd: folder, encoding: 'utf8' })
const passes = (...words) => run('npx', 'vitest', ...words, '--bail=1', '--reporter=dot').status === 0

/** Lines with an effect of their own: no comments, imports, types or closing brackets. */
function linesOf(files) {
  return files.flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .flatMap((text, index) =>
        /[\w'"]/.test(text) && !/^\s*(\/\/|\/?\*|import\b|export type\b|type\b|} from )/.test(text)
          ? [{ file, index, text: text.trim() }]
          : [],
      ),
  )
}

/** The suites from the fastest to the slowest. The first one that fails has noticed. */
const suites = {
  check: () => passes('run', '--project=check'),
  unit: (file) => passes('related', file, '--run', '--passWithNoTests', '--project=unit', '--project=isolated'),
  http: () => passes('run', '--project=http'),
  browser: () => passes('run', '--project=browser'),
}

/** The suite that notices a missing line, or `nothing`; null if the compiler does, which proves nothing about the tests. */
function noticedBy({ file, index }) {
  const path = join(folder, file)
  const whole = readFileSync(path, 'utf8')
  writeFileSync(path, whole.split('\n').toSpliced(index, 1).join('\n'))
  try {
    if (run('npx', 'tsc').status !== 0) return null
    for (const [name, pass] of Object.entries(suites)) if (!pass(file)) return name
    return 'nothing'
  } finally {
    writeFileSync(path, whole)
  }
}

try {
  execFileSync('git', ['clone', '--quiet', '.', folder])
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  const files = execFileSync('git', ['ls-files', ...folders], { cwd: folder, encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !/\.(d|test)\.ts$/.test(file))
  const lines = linesOf(files)
  const counts = {}
  for (let taken = 0; taken < Number(count);) {
    const line = lines[Math.floor(random() * lines.length)]
    const by = noticedBy(line)
    if (by === null) continue
    taken += 1
    counts[by] = (counts[by] ?? 0) + 1
    console.log(`${by.padEnd(8)} ${line.file}:${line.index + 1}  ${line.text}`)
  }
  const { nothing = 0, ...noticed } = counts
  console.log(`\n${count} lines of the seed ${seed}: ${JSON.stringify(noticed)}, noticed by nothing: ${nothing}`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
