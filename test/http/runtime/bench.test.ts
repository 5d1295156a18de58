import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { projectRoot } from '../../../server/runtime/project-root.ts'

test('the bench starts the site with the same Node options as npm start', async () => {
  const script = `
    import { startAsOperators } from './bench/operators-start.js'
    const site = await startAsOperators()
    console.log((await fetch(site.url)).status)
    await site.stop()`
  const ran = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { cwd: projectRoot })
  expect(ran).toEqual({ stdout: '200\n', stderr: '' })
})
