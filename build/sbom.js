// `node build/sbom.js`: writes the delivered packages to dist/sbom.json, as CycloneDX 1.5. Reads a lock file without the packages of
// development, since `npm sbom --omit dev` (11.19) also omits shared packages, such as zod.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const [output = 'dist/sbom.json'] = process.argv.slice(2)
const { devDependencies: _own, ...description } = JSON.parse(readFileSync('package.json', 'utf8'))
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const { devDependencies: _locked, ...root } = lock.packages['']
const delivered = Object.entries(lock.packages).filter(([path, { dev }]) => path !== '' && !dev)

const folder = mkdtempSync(join(tmpdir(), 'sbom-'))
const write = (name, content) => writeFileSync(join(folder, name), JSON.stringify(content))
write('package.json', description)
write('package-lock.json', { ...lock, packages: { '': root, ...Object.fromEntries(delivered) } })
const kind = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only']
// Debian's npm (9.2) has no such command.
const [version = ''] = execFileSync('npm', ['--version'], { encoding: 'utf8' }).split('.')
const [program, ...first] = Number(version) >= 10 ? ['npm'] : ['npx', '--yes', 'npm@11']
const bill = JSON.parse(
  execFileSync(program, [...first, 'sbom', ...kind], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] }),
)
rmSync(folder, { recursive: true })

// npm would name the component after the folder.
bill.metadata.component.name = description.name
mkdirSync(join(output, '..'), { recursive: true })
writeFileSync(output, `${JSON.stringify(bill, null, 2)}\n`)
console.log(`${output}: ${bill.components.length} packages`)
