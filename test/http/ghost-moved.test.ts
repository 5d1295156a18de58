import request from 'supertest'
import { expect, it } from 'vitest'
import { doctorLines } from '../support/doctor-lines.ts'
import { startSiteWithGhost } from '../support/start-site.ts'
import { posts } from './support/addresses.ts'

it('names the address that Ghost has moved to in its log, in readyz and to the doctor, and to no visitor', async () => {
  const { ghost, site } = await startSiteWithGhost(posts)
  ghost.state.answer = (req, res) =>
    void res.writeHead(301, { Location: `https://www.cms.example${req.url ?? ''}` }).end()
  for (const path of ['/blog', '/en/blog', '/blog/un-article', '/api/posts?lang=fr']) {
    expect((await request(site.app).get(path)).text).not.toContain('cms.example')
  }
  const remedy = 'Ghost has moved (status 301); set GHOST_URL to https://www.cms.example'
  expect(site.logged()).toContain(remedy)
  const { text } = await request(site.app).get('/readyz')
  expect(text).toContain(remedy)
  expect(text + site.logged()).not.toContain(ghost.env.GHOST_CONTENT_API_KEY)
  const lines = await doctorLines(ghost.env)
  expect(lines).toContain(
    `problem  GHOST_URL: ${ghost.env.GHOST_URL} leads on to https://www.cms.example. Set GHOST_URL to the address that answers itself`,
  )
  expect(lines.join('\n')).not.toContain('Look into the log')
})
