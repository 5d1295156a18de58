import { expect, it } from 'vitest'
import { removedVariables } from '../../../server/config/removed-variables.ts'
import { doctorLines } from '../../support/doctor-lines.ts'
import { startBuiltSite } from '../../support/start-built-site.ts'

const hidden = 'hunter2-cafe-0123'
const env = Object.fromEntries(removedVariables.map((name) => [name, hidden]))

it('the site starts with removed variables, and names all of them in one warning, without their values', async () => {
  await using site = await startBuiltSite(env)
  expect((await fetch(`${site.url}/healthz`)).status).toBe(200)
  const naming = site
    .said()
    .split('\n')
    .filter((line) => removedVariables.some((name) => line.includes(name)))
  expect(naming.map((line): unknown => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 40, variables: removedVariables }),
  ])
  expect(site.said()).not.toContain(hidden)
})

it.each<[string, Record<string, string>]>([
  ['a configuration that is valid', {}],
  ['one that is not', { PORT: 'wrong' }],
])('the doctor names the removed variables once, of %s, without their values', async (_what, others) => {
  const lines = await doctorLines({ ...env, ...others })
  const naming = lines.filter((line) => removedVariables.some((name) => line.includes(name)))
  expect(naming).toEqual([expect.stringMatching(/^warning {2}configuration: removed variables are still set/)])
  for (const name of removedVariables) expect(naming[0]).toContain(name)
  expect(lines.join('\n')).not.toContain(hidden)
})
