import { expect, it } from 'vitest'
import { startBuiltSite } from '../support/start-built-site.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** At SIGUSR2 it says how many listeners are told of every asynchronous step. */
const telling = `
process.on('SIGUSR2', () => {
  const { async_hook_fields: counts, constants } = process.binding('async_wrap')
  process.stderr.write('told of steps: ' + counts[constants.kInit] + '\\n')
})`

it('has nobody told of every asynchronous step, also once pages were rendered', async () => {
  await using folder = await temporaryFolder()
  await using site = await startBuiltSite({
    OUTBOX_DIR: folder.path,
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(telling)}`,
  })
  const answer = await fetch(`${site.url}/ai`)
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('</html>')])
  process.kill(site.pid, 'SIGUSR2')
  await expect.poll(site.said, { timeout: 10_000 }).toContain('told of steps: ')
  expect(site.said()).toMatch(/told of steps: 0$/m)
})

it.each(['development', 'test', 'production'])('renders where NODE_ENV is %s', async (NODE_ENV) => {
  await using folder = await temporaryFolder()
  await using site = await startBuiltSite({ OUTBOX_DIR: folder.path, NODE_ENV })
  const answer = await fetch(`${site.url}/en/blog`)
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('</html>')])
  expect(site.said()).not.toContain('"level":50')
})
