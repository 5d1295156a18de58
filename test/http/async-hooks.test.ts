import { it } from 'vitest'
import { rowsOf } from '../support/exhaustive.ts'
import { startBuiltSite } from '../support/start-built-site.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** From the first of these calls on, Node 20 and 22 follow every asynchronous step. At SIGUSR2 it says how often they came. */
const counting = `
import hooks, { AsyncLocalStorage } from 'node:async_hooks'
import { syncBuiltinESMExports } from 'node:module'
let calls = 0
for (const [owner, name] of [[AsyncLocalStorage.prototype, 'run'], [AsyncLocalStorage.prototype, 'enterWith'], [hooks, 'createHook']]) {
  const original = owner[name]
  owner[name] = function (...given) {
    calls += 1
    return original.apply(this, given)
  }
}
syncBuiltinESMExports()
process.on('SIGUSR2', () => process.stderr.write('calls: ' + calls + '\\n'))`

it.concurrent('renders without having Node follow every asynchronous step', async ({ expect }) => {
  await using folder = await temporaryFolder()
  await using site = await startBuiltSite({
    OUTBOX_DIR: folder.path,
    NODE_ENV: 'production',
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(counting)}`,
  })
  for (const path of ['/ai', '/en/blog']) {
    const answer = await fetch(site.url + path)
    expect([path, answer.status, await answer.text()]).toEqual([path, 200, expect.stringContaining('</html>')])
  }
  process.kill(site.pid, 'SIGUSR2')
  await expect.poll(site.said, { timeout: 10_000 }).toContain('calls: ')
  expect(site.said()).toMatch(/calls: 0$/m)
  expect(site.said()).not.toContain('"level":50')
})

it.concurrent.for(rowsOf(['development'], ['test']))('renders where NODE_ENV is %s', async (NODE_ENV, { expect }) => {
  await using folder = await temporaryFolder()
  await using site = await startBuiltSite({ OUTBOX_DIR: folder.path, NODE_ENV })
  const answer = await fetch(`${site.url}/en/blog`)
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('</html>')])
  expect(site.said()).not.toContain('"level":50')
})
