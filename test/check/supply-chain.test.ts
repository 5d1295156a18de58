import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from '../../server/runtime/project-root.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { textOf } from './project-files.ts'

type Locked = {
  version: string
  license?: string
  integrity?: string
  dev?: true
  optional?: true
  hasInstallScript?: true
  link?: true
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

type Lock = { packages: Record<string, Locked> }

const { packages } = JSON.parse(textOf('package-lock.json')) as Lock
const locked = Object.entries(packages).filter(([path]) => path !== '')
const { dependencies } = JSON.parse(textOf('package.json')) as { dependencies: Record<string, string> }

it.each([
  { folder: '.', above: 300 },
  { folder: 'bench', above: 0 },
  { folder: 'bench/audit', above: 0 },
])('every package of $folder is pinned by hash, from any registry', ({ folder, above }) => {
  const text = textOf(`${folder}/package-lock.json`)
  const pinned = Object.entries((JSON.parse(text) as Lock).packages).filter(([path]) => path !== '')
  expect(pinned.length).toBeGreaterThan(above)
  expect(pinned.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([])
  expect(text).not.toContain('"resolved"')
})

// A tag is only met where the lock names a registry, and `overrides` that mend it end the npm 9.2 of Debian 12 and 13, which reads
// no lock then. A developer who finds one writes "*" for it into the lock: npm keeps that, and the version beside it is what counts.
it('packages for other machines are locked too: `npm ci` rejects a lock file without them', () => {
  const named = Object.entries(packages).flatMap(([place, { optionalDependencies }]) =>
    Object.keys(optionalDependencies ?? {}).map((name) => ({ place, name })),
  )
  expect(named.length).toBeGreaterThan(0)
  const isLocked = ({ place, name }: { place: string; name: string }) =>
    `node_modules/${name}` in packages || `${place}/node_modules/${name}` in packages
  expect(named.filter((optional) => !isLocked(optional))).toEqual([])
})

it('no package is requested by a tag or overridden, so that Debian’s npm installs the locked versions', () => {
  const wanted = locked.flatMap(([path, { dependencies = {} }]) =>
    Object.entries(dependencies).map(([name, range]) => `${path}: ${name}@${range}`),
  )
  expect(wanted.length).toBeGreaterThan(400)
  expect(wanted.filter((line) => /@[a-z]+$/.test(line))).toEqual([])
  expect(JSON.parse(textOf('package.json'))).not.toHaveProperty('overrides')
})

it('no package has an install script, so `npm ci` runs no code of others', () => {
  expect(locked.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)).toEqual([])
})

it('sharp has binaries for the common platforms', () => {
  for (const machine of ['linux-x64', 'linux-arm64', 'linuxmusl-x64', 'linuxmusl-arm64', 'darwin-arm64', 'win32-x64']) {
    expect(packages[`node_modules/@img/sharp-${machine}`], machine).toMatchObject({ optional: true })
  }
})

/** The path in the lock file of a package that a folder imports. */
function placeOf(name: string, from: string): string | null {
  for (let base = from; ; base = base.slice(0, Math.max(0, base.lastIndexOf('/node_modules/')))) {
    const place = `${base === '' ? '' : `${base}/`}node_modules/${name}`
    if (packages[place]) return place
    if (base === '') return null
  }
}

/** The packages that a package brings, itself included, without optional ones. */
function broughtBy(place: string | null, brought = new Set<string>()): Set<string> {
  const found = place === null ? undefined : packages[place]
  if (place === null || found === undefined || found.optional || brought.has(place)) return brought
  brought.add(place)
  for (const name of Object.keys(found.dependencies ?? {})) broughtBy(placeOf(name, place), brought)
  return brought
}

it('docs/dependencies.md has a reason for each package, and agrees with the lock file', () => {
  const rows = [...textOf('docs/dependencies.md').matchAll(/^\| `([^`]+)` \| .+ \| (\d+) \| ([^|]+) \|$/gm)]
  const expected = Object.keys(dependencies).map((name) => {
    const place = placeOf(name, '')
    return [name, String(broughtBy(place).size - 1), packages[place ?? '']?.license]
  })
  expect(rows.map(([, name, brings, licence]) => [name, brings, licence])).toEqual(expected)
})

type Component = { name: string; version: string; purl: string; hashes?: unknown[]; licenses?: unknown[] }
type Bill = { bomFormat: string; specVersion: string; components: Component[] }

it('the SBOM names exactly the delivered packages, with version and licence', async () => {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'sbom.json')
  execFileSync(process.execPath, ['build/sbom.js', file], { cwd: projectRoot })
  const bill = JSON.parse(readFileSync(file, 'utf8')) as Bill
  expect([bill.bomFormat, bill.specVersion]).toEqual(['CycloneDX', '1.5'])
  const delivered = locked.flatMap(([path, { version, dev }]) =>
    dev ? [] : [`${path.replace(/^.*node_modules\//, '')}@${version}`],
  )
  const named = bill.components.map(({ name, version }) => `${name}@${version}`)
  expect(named.toSorted()).toEqual([...new Set(delivered)].toSorted())
  for (const name of Object.keys(dependencies)) expect(bill.components.map((part) => part.name)).toContain(name)
  for (const { name, version, purl, licenses, hashes } of bill.components) {
    expect(purl).toBe(`pkg:npm/${name.replace('@', '%40')}@${version}`)
    expect([name, licenses?.length, hashes?.length]).toEqual([name, 1, 1])
  }
})
