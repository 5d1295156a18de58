import request from 'supertest'
import { expect, it } from 'vitest'
import { createLog } from '../../server/runtime/log.ts'
import { readBundle } from '../../server/bundle/bundle.ts'
import { createSite } from '../../server/site.ts'
import { languages } from '../../shared/language.ts'
import { addressesIn, articlesFor } from '../browser/support/addresses.ts'
import { configOf } from '../support/config-of.ts'
import { startFakeGhost } from '../support/fake-ghost.ts'
import { patience } from '../support/patience.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

// Runs the sources with React's development build, which warns. Each warning fails the test.
it.each(languages)('React warns about no page in %s', async (language) => {
  expect(process.env.NODE_ENV).not.toBe('production')
  await using ghost = await startFakeGhost()
  await using folder = await temporaryFolder()
  ghost.state.posts = articlesFor(ghost.url)
  const config = configOf({ ...ghost.env, ...patience, OUTBOX_DIR: folder.path, POSTS_MAX_MB: '0' })
  const { app } = createSite(config, await readBundle(), createLog('silent'))

  for (const { address, status } of [
    ...addressesIn(language),
    { address: '/contact?form=error', status: 200 },
    { address: '/contact?form=success', status: 200 },
    { address: '/blog?newsletter=invalid', status: 200 },
  ]) {
    const answer = await request(app).get(address)
    expect([address, answer.status]).toEqual([address, status])
    expect(answer.text, address).toContain('</html>')
  }
})
