import request from 'supertest'
import { expect, it } from 'vitest'
import { fakePost, startFakeGhost } from '../support/fake-ghost.ts'
import { startSite } from '../support/start-site.ts'

it('shows an article that only the list has read, once Ghost fails', async () => {
  await using ghost = await startFakeGhost([fakePost('jamais-ouvert')])
  await using site = await startSite(ghost.env)
  await request(site.app).get('/blog').expect(200)
  ghost.state.behaviour = 'answers 500'
  const article = await request(site.app).get('/blog/jamais-ouvert').expect(200)
  expect(article.text).toContain('Corps de jamais-ouvert.')
  expect(article.headers['cache-status']).toContain('posts; hit')
  await request(site.app).get('/blog/inconnu').expect(503)
})
