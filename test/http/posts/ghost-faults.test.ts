import request from 'supertest'
import { expect, it } from 'vitest'
import { languages, localise } from '../../../shared/language.ts'
import { doctorLines } from '../../support/doctor-lines.ts'
import { adminKey } from '../../support/fake-ghost-admin.ts'
import { startSiteWithGhost } from '../../support/start-site.ts'
import { posts, slugs } from '../support/addresses.ts'
import { elements, headOf, textOf } from '../support/html.ts'
import { textIn } from '../support/texts.ts'

// Statuses, `Retry-After` and copies are in test/isolated/fault-table.test.ts; what pages say is here.
it.each([
  { behaviour: 'answers 500', says: 'empty', not: 'loading', waitMs: 20_000 },
  { behaviour: 'hangs', says: 'loading', not: 'empty', waitMs: 50 },
] as const)('shows lists and topics as $says if Ghost $behaviour', async ({ behaviour, says, not, waitMs }) => {
  const env = { POSTS_WAIT_MS: String(waitMs), GHOST_TIMEOUT_MS: '10000' }
  // Its clock is stopped, so that no pause ends.
  const { ghost, site } = await startSiteWithGhost(posts, env, () => 0)
  ghost.state.behaviour = behaviour
  for (const language of languages) {
    for (const path of ['/blog', '/blog/tag/strategie'].map((each) => localise(each, language))) {
      const { text } = await request(site.app).get(path).expect(200).expect('Cache-Control', 'no-store')
      expect(elements(text, 'main')[0]?.text).toContain(textIn(language, 'blog', says))
      expect(textOf(text)).not.toContain(textIn(language, 'blog', not))
      expect(elements(text, 'article')).toEqual([])
      const canonical = path.includes('tag') ? [] : [site.url + path]
      expect(headOf(text)).toMatchObject({ canonical, meta: { robots: 'noindex' } })
    }
  }
  expect(ghost.calls).toHaveLength(2)
})

it('answers 503 for an article if Ghost fails, on the page and in the API', async () => {
  const { ghost, site } = await startSiteWithGhost(posts)
  ghost.state.behaviour = 'answers 500'
  for (const language of languages) {
    const { text } = await request(site.app)
      .get(localise(`/blog/${slugs[language]}`, language))
      .expect(503)
    const t = (key: string) => textIn(language, 'blog', `notFound.${key}`)
    expect(elements(text, 'h1').map((heading) => heading.text)).toEqual([t('title')])
    expect(textOf(text)).toContain(t('description'))
    expect(headOf(text).titles[0]).toContain(t('title'))
    // Crawlers should retry, not drop the article.
    expect(headOf(text).meta.robots).toBeUndefined()
  }
  for (const path of ['/api/posts?lang=fr', '/api/posts/un-article?lang=fr']) {
    const { body } = await request(site.app).get(path).expect(503)
    const some = expect.stringMatching(/\S/)
    expect(body).toEqual({ errors: [{ message: some, type: some }] })
  }
})

it('reports Ghost’s new address to the log and the doctor, but not to visitors', async () => {
  const { ghost, site } = await startSiteWithGhost(posts)
  ghost.state.answer = (req, res) =>
    void res.writeHead(301, { Location: `https://www.cms.example${req.url ?? ''}` }).end()
  for (const path of ['/blog', '/en/blog', '/blog/un-article', '/api/posts?lang=fr']) {
    expect((await request(site.app).get(path)).text).not.toContain('cms.example')
  }
  const remedy = 'Ghost has moved (status 301); set GHOST_URL to https://www.cms.example'
  expect(site.logged()).toContain(remedy)
  expect(site.logged()).not.toContain(ghost.env.GHOST_CONTENT_API_KEY)
  const lines = await doctorLines(ghost.env)
  expect(lines).toContain(`problem  GHOST_URL: ${remedy}. Then restart the site`)
  expect(lines.join('\n')).not.toContain('Look into the log')
})

const preview = '/preview/7b2f6f6c-0000-4000-8000-000000000000'

it('requests no previews, pictures or files until Ghost’s Retry-After has passed', async () => {
  // Ghost rejects tokens from the future.
  let now = Date.now() - 7000
  const { ghost, site } = await startSiteWithGhost(posts, { GHOST_ADMIN_API_KEY: adminKey }, () => now)
  ghost.state.behaviour = 'limits the rate'
  await request(site.app).get('/blog')
  ghost.state.behaviour = 'well'
  ghost.calls.length = 0
  await request(site.app).get(preview).expect(503).expect('Retry-After', '7')
  await request(site.app).get('/media/content/images/photo.png').expect(503)
  await request(site.app).get('/media/content/media/a.mp4').expect(503).expect('Retry-After', '5')
  expect(ghost.calls).toEqual([])
  now += 7000
  await request(site.app).get(preview).expect(404)
  await request(site.app).get('/media/content/images/photo.png').expect(200)
})

it('still shows previews while the content key is refused, and posts while the admin key is', async () => {
  let now = Date.now()
  const { ghost, site } = await startSiteWithGhost(posts, { GHOST_ADMIN_API_KEY: adminKey }, () => now)
  ghost.state.answer = (_req, res) => void res.writeHead(401).end()
  await request(site.app).get('/blog')
  await request(site.app).get(preview).expect(404)
  ghost.state.answer = null
  ghost.state.behaviour = 'refuses the key'
  await request(site.app).get(preview).expect(503)
  ghost.state.behaviour = 'well'
  await request(site.app).get('/en/blog/an-article').expect(503)
  now += 30_000
  await request(site.app).get('/en/blog/an-article').expect(200)
})
