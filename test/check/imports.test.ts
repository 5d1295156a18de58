import { builtinModules } from 'node:module'
import { join } from 'node:path/posix'
import { expect, it } from 'vitest'
import { parseSync, Visitor } from 'vite'
import { sourcesBelow, textOf } from './project-files.ts'

type Import = { from: string; to: string }

/** The bootstrap script reads React's URL from the page. That is always a module of `client`. */
const importsByAddress = ['client/entry-bootstrap.ts']

/** All imports and re-exports of a module, types, dynamic imports and Vite's `runnerImport` included. */
function importsOf(from: string, source: string): Import[] {
  const { program, errors } = parseSync(from, source)
  if (errors.length > 0) throw new Error(`${from}: ${errors[0]?.message}`)
  const imports: Import[] = []
  const add = (node: { type: string; value?: unknown } | null, base = join(from, '..')) => {
    if (node === null) return
    if (typeof node.value !== 'string') throw new Error(`${from}: an import whose address is not a plain text`)
    imports.push({ from, to: node.value.startsWith('.') ? join(base, node.value) : node.value })
  }
  const addDynamic = (address: { type: string; value?: unknown }, base?: string) => {
    if (address.type !== 'Identifier' || !importsByAddress.includes(from)) add(address, base)
  }
  new Visitor({
    ImportDeclaration: ({ source }) => add(source),
    ExportNamedDeclaration: ({ source }) => add(source),
    ExportAllDeclaration: ({ source }) => add(source),
    ImportExpression: ({ source }) => addDynamic(source),
    CallExpression: ({ callee, arguments: [address] }) => {
      if (callee.type === 'Identifier' && callee.name === 'runnerImport' && address) addDynamic(address, '.')
    },
    TSImportType: ({ source }) => add(source),
  }).visit(program)
  return imports
}

const rooms = ['shared', 'client', 'server', 'locales', 'content', 'test', 'bench', 'build', 'dist']

/** The room of a path; null for a package. */
function roomOf(path: string): string | null {
  const [first = ''] = path.split('/')
  return rooms.includes(first) || path.startsWith('..') ? first : null
}

function isBuiltin(path: string): boolean {
  return path.startsWith('node:') || builtinModules.includes(path.split('/')[0] ?? '')
}

/** The rules of the architecture, each with the imports that break it. */
const rules: Record<string, (given: Import) => boolean> = {
  'shared imports nothing of ours outside shared': ({ from, to }) =>
    roomOf(from) === 'shared' && roomOf(to) !== null && roomOf(to) !== 'shared',
  'client imports nothing of ours but client, shared and locales': ({ from, to }) =>
    roomOf(from) === 'client' && ![null, 'client', 'shared', 'locales'].includes(roomOf(to)),
  'client and shared run in the browser, without Node’s modules': ({ from, to }) =>
    ['client', 'shared'].includes(roomOf(from) ?? '') && isBuiltin(to) && from !== 'client/entry-server.tsx',
  'server reaches client only through its entry': ({ from, to }) =>
    roomOf(from) === 'server' && roomOf(to) === 'client' && to !== 'client/entry-server.tsx',
  'server/posts knows no Express': ({ from, to }) =>
    from.startsWith('server/posts/') && /^(@types\/)?express(\/|-|$)/.test(to),
  'of all else only bench, which drives the tests’ servers, import from the tests': ({ from, to }) =>
    !['test', 'bench'].includes(roomOf(from) ?? '') && roomOf(to) === 'test',
}

/** No rule applies to the tests. */
const files = ['shared', 'client', 'server', 'build', 'bench']
  .flatMap((room) => sourcesBelow(room, /\.[jt]sx?$/))
  .concat('vite.config.ts', 'vitest.config.ts')
const imports = files.flatMap((file) => importsOf(file, textOf(file)))

it('reads the existing files', () => {
  expect(imports).toContainEqual({ from: 'server/pages/handler.ts', to: 'client/entry-server.tsx' })
  expect(imports).toContainEqual({ from: 'client/head/head.tsx', to: 'shared/language.ts' })
  expect(imports).toContainEqual({ from: 'bench/rolling.js', to: 'test/support/rolling.ts' })
})

it.each(Object.entries(rules))('%s', (_name, breaks) => {
  expect(imports.filter(breaks).map(({ from, to }) => `${from} imports ${to}`)).toEqual([])
})

/** The cycles of imports, each once, from its first file on. */
function cyclesIn(all: readonly Import[]): string[] {
  const cycles = new Set<string>()
  const done = new Set<string>()
  const walk = (file: string, path: readonly string[]) => {
    const start = path.indexOf(file)
    if (start !== -1) return void cycles.add([...path.slice(start), file].join(' → '))
    if (done.has(file)) return
    for (const { from, to } of all) if (from === file) walk(to, [...path, file])
    done.add(file)
  }
  for (const { from } of all) walk(from, [])
  return [...cycles]
}

/** A room of the house: a folder of the server with all below it, a file of the server itself, or another side as a whole. */
function houseRoomOf(path: string): string | null {
  const [side, place = ''] = path.split('/')
  return side === 'server' ? `server/${place}` : roomOf(path)
}

/** The imports between rooms. */
const between = imports
  .map(({ from, to }) => ({ from: houseRoomOf(from), to: houseRoomOf(to) }))
  .filter((pair): pair is Import => pair.from !== null && pair.to !== null && pair.from !== pair.to)

/** Folders whose files are all public. They import no room of their side. */
const shelves = [
  'client/components',
  'client/context',
  'client/drawings',
  'client/pages',
  'client/styles',
  'server/http',
  'server/i18n',
  'server/runtime',
]

/** The rooms around a file, from the innermost to the outermost. */
function roomsAround(path: string): string[] {
  const folders = path.split('/').slice(0, -1)
  return folders.flatMap((_, index) => (index === 0 ? [] : [folders.slice(0, index + 1).join('/')])).reverse()
}

/** Whether a file is the door of a room: `server/outbox/outbox.ts`. */
function isDoor(path: string, room: string): boolean {
  return path.startsWith(`${room}/${room.split('/').at(-1)}.`)
}

/** The rooms that an import enters through another file than their door. */
function roomsEnteredBadly({ from, to }: Import): string[] {
  return roomsAround(to).filter(
    (room) =>
      !from.startsWith(`${room}/`) &&
      !shelves.includes(room) &&
      roomOf(to) !== 'test' &&
      !isDoor(to, room) &&
      /\.tsx?$/.test(to),
  )
}

it('a room is entered by its door', () => {
  const entered = imports.flatMap((entry) =>
    roomsEnteredBadly(entry).map(
      (room) =>
        `${entry.from} imports ${entry.to}; expected the door ${room}/${room.split('/').at(-1)}.ts: export what you need from there, or move it`,
    ),
  )
  expect(entered).toEqual([])
})

it('shelves import no room', () => {
  const isOfRoom = (path: string) =>
    roomsAround(path).length > 0 && !shelves.some((shelf) => path.startsWith(`${shelf}/`))
  const wrong = imports.filter(({ from, to }) => /^server\/(http|i18n|runtime)\//.test(from) && isOfRoom(to))
  expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).toEqual([])
})

it('no files, folders or rooms import each other in a cycle', () => {
  expect(between).toContainEqual({ from: 'server/search', to: 'server/posts' })
  expect(between).toContainEqual({ from: 'server/pages', to: 'client' })
  const own = imports.filter(({ from, to }) => roomOf(from) === roomOf(to))
  const folders = own.map(({ from, to }) => ({ from: join(from, '..'), to: join(to, '..') }))
  const graphs = [own, folders.filter(({ from, to }) => from !== to), between]
  expect(graphs.flatMap(cyclesIn)).toEqual([])
})

it('each rule finds an import that breaks it', () => {
  const wrong = [
    ['shared/x.ts', 'server/config/config.ts'],
    ['client/x.tsx', 'server/config/config.ts'],
    ['client/x.tsx', 'node:fs'],
    ['server/x.ts', 'client/head/head.tsx'],
    ['server/posts/x.ts', 'express'],
    ['vite.config.ts', 'test/support/start-site.ts'],
  ].map(([from = '', to = '']) => ({ from, to }))
  expect(Object.keys(rules).filter((rule) => !wrong.some((one) => rules[rule]?.(one)))).toEqual([])
  expect(
    cyclesIn(
      wrong.slice(0, 1).flatMap(({ from, to }) => [
        { from, to },
        { from: to, to: from },
      ]),
    ),
  ).toHaveLength(1)
})
