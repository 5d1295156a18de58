import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../server/runtime/project-root.ts'

const sources = ['build', 'client', 'content', 'locales', 'server', 'shared', 'package-lock.json', 'vite.config.ts']

/** When a source of the build last changed, in milliseconds since 1970. A removed file changes its folder. */
function lastChange(path: string): number {
  const found = statSync(path)
  if (!found.isDirectory()) return found.mtimeMs
  const names = readdirSync(path).filter((name) => !name.endsWith('.test.ts'))
  return Math.max(found.mtimeMs, ...names.map((name) => lastChange(join(path, name))))
}

/** Builds the site if `dist` is older than its sources, so that no test runs on old code. */
export default function buildIfStale(): void {
  const built = join(projectRoot, 'dist/server/test-entry.js')
  const changed = Math.max(...sources.map((source) => lastChange(join(projectRoot, source))))
  if (existsSync(built) && statSync(built).mtimeMs > changed) return
  // With Vitest's NODE_ENV it would be a development build.
  const { NODE_ENV: _test, ...env } = process.env
  const { status } = spawnSync('npm', ['run', '--silent', 'build', '--', '--logLevel', 'warn'], {
    cwd: projectRoot,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) throw new Error(`npm run build ended with status ${status}; expected 0`)
}
