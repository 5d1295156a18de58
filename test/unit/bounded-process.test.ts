import { expect, it } from 'vitest'
import { boundedCommand } from '../../server/runtime/bounded-process.ts'

const bounds = { cpuSeconds: 5, dataBytes: 2 ** 20, flags: ['--jitless'] }

it.each<[NodeJS.Platform, string]>([
  ['linux', '/bin/sh'],
  ['win32', process.execPath],
])('runs a script on %s by %s', (platform, expected) => {
  const [file, args] = boundedCommand('script.js', bounds, 'a', platform)
  expect(file).toBe(expected)
  expect(args.slice(-3)).toEqual(['--jitless', 'script.js', 'a'])
})
