import { expect, it } from 'vitest'
import type { Folders } from './folders.ts'
import { problemsOf } from '../../test/support/config-of.ts'

const key = '0123456789abcdef0123456789'

/** Imitates folders. Nothing else exists, and folders with an error code are not writable. */
function foldersOf(refusals: Record<string, string> = {}): Folders {
  const there: Record<string, 'folder' | 'other'> = {
    'content/posts/fr': 'folder',
    'content/posts/en': 'folder',
    'package.json': 'other',
  }
  return { kindOf: (path) => there[path] ?? null, refusalToWrite: (path) => refusals[path] ?? null }
}

it.each([
  { env: { CONTENT_DIR: 'nowhere' }, named: ['CONTENT_DIR'] },
  { env: { CONTENT_DIR: 'nowhere', PORT: 'abc' }, named: ['PORT', 'CONTENT_DIR'] },
  { env: { CONTENT_DIR: 'nowhere', GHOST_URL: 'https://ghost.example.com', GHOST_CONTENT_API_KEY: key }, named: [] },
  { env: { OUTBOX_DIR: 'package.json' }, named: ['OUTBOX_DIR'] },
  { env: { OUTBOX_DIR: 'made/at/the/start' }, named: [] },
])('with $env, it checks the folders and names $named', ({ env, named }) => {
  expect(problemsOf(env, foldersOf()).map((line) => line.split(':')[0])).toEqual(named)
})

it('reports missing folders of articles in one line, even if the name has a line end', () => {
  const [line, ...others] = problemsOf({ CONTENT_DIR: 'no\nwhere' }, foldersOf())
  expect(others).toEqual([])
  expect(line).toMatch(/^CONTENT_DIR: no\\nwhere\/fr and no\\nwhere\/en cannot be found; .+$/)
})

it('rejects an outbox that is not writable, with the reason', () => {
  expect(problemsOf({ OUTBOX_DIR: '/sys/x' }, foldersOf({ '/sys/x': 'EPERM' }))).toEqual([
    'OUTBOX_DIR: "/sys/x" cannot be written to (EPERM); expected a folder that the user of the site may write to',
  ])
})

it.each(['POSTS_DIR'])('rejects a %s that can never be a folder, and starts with one that is not writable', (name) => {
  const problemsWith = (path: string, refusals = {}) => problemsOf({ [name]: path }, foldersOf(refusals))
  expect(problemsWith('package.json')).toEqual([`${name}: "package.json" is a file; expected a folder`])
  for (const code of ['ENOENT', 'ENOTDIR']) {
    expect(problemsWith('/proc/x', { '/proc/x': code })).toEqual([
      `${name}: "/proc/x" cannot be created; expected a folder, or a path where one can be created`,
    ])
  }
  for (const code of ['EACCES', 'EROFS', 'ENOSPC']) expect(problemsWith('/full', { '/full': code })).toEqual([])
})

it.each<{ env: Record<string, string>; is: string }>([
  { env: { OUTBOX_DIR: '/srv/x', POSTS_DIR: '/srv/x' }, is: 'POSTS_DIR: "/srv/x" is OUTBOX_DIR ("/srv/x")' },
  { env: { OUTBOX_DIR: 'data/posts' }, is: 'POSTS_DIR: "data/posts" is OUTBOX_DIR ("data/posts")' },
  {
    env: { OUTBOX_DIR: '/srv', POSTS_DIR: '/srv/refused' },
    is: 'POSTS_DIR: "/srv/refused" lies in OUTBOX_DIR ("/srv")',
  },
])('keeps nothing else in the outbox: $env', ({ env, is }) => {
  const problems = problemsOf(env)
  expect(problems).toEqual([expect.stringMatching(/; expected a folder of its own$/)])
  expect(problems[0]).toContain(is)
})

it('accepts folders beside each other, and in a part of the outbox that it does not use', () => {
  expect(problemsOf({ OUTBOX_DIR: '/srv/x', POSTS_DIR: '/srv/xy' })).toEqual([])
  expect(problemsOf({ OUTBOX_DIR: 'data' })).toEqual([])
})

it.each(['ENOSPC', 'EDQUOT'])('starts if the disk of the outbox is full: %s', (code) => {
  expect(problemsOf({ OUTBOX_DIR: '/full' }, foldersOf({ '/full': code }))).toEqual([])
})
