import { expect, it } from 'vitest'
import { startBuiltSite } from '../support/start-built-site.ts'

it('says which port it has found where any will do', async () => {
  await using site = await startBuiltSite({ PORT: '0' })
  const port = /"port":(\d+),"msg":"listening"/.exec(site.said())?.[1]
  const answer = await fetch(`http://127.0.0.1:${port}/healthz`)
  expect(answer.status).toBe(200)
})
