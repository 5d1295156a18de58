import request from 'supertest'
import { expect, it } from 'vitest'
import { languages, localise } from '../../../shared/language.ts'
import { doctorLines } from '../../support/doctor-lines.ts'
import { startSiteWithGhost } from '../../support/start-site.ts'
import { posts, slugs } from '../support/addresses.ts'
import { elements, headOf, textOf } from '../support/html.ts'
import { linesAbout } from '../support/instance.ts'
import { textIn } from '../support/texts.ts'

/** See test/isolated/fault-table.test.ts: visitors get the same whatever is wrong with Ghost. */
async function startWithFailingGhost() {
  const { ghost, site } = await startSiteWithGhost(posts)
  ghost.state.behaviour = 'answers 500'
  return { ghost, site, ask: (path: string) => request(site.app).get(path) }
}

const lists = languages.flatMap((language) =>
  ['/blog', '/blog/tag/strategie'].map((path) => ({ language, path: localise(path, language) })),
)

it('shows the list and topics as empty when Ghost fails, and logs it', async () => {
  const { ghost, site, ask } = await startWithFailingGhost()
  for (const { language, path } of lists) {
    const answer = await ask(path)
    expect([path, answer.status, answer.get('Cache-Control')]).toEqual([path, 200, 'no-store'])
    expect(elements(answer.text, 'main')[0]?.text).toContain(textIn(language, 'blog', 'empty'))
    expect(elements(answer.text, 'article')).toEqual([])
    expect(headOf(answer.text)).toMatchObject({ canonical: path.includes('tag') ? [] : [site.url + path] })
    expect(headOf(answer.text).meta.robots).toBe('noindex')
  }
  expect(ghost.calls).toHaveLength(2)
  // The log has Ghost's own message.
  const failure = { type: 'InternalServerError', message: 'An unexpected error occurred.' }
  expect(linesAbout(site, '"level":50').map((line): unknown => JSON.parse(line))).toEqual(
    Array(2).fill(expect.objectContaining(failure)),
  )
})

it('does not find an article for now when Ghost fails', async () => {
  const { ask } = await startWithFailingGhost()
  for (const language of languages) {
    const answer = await ask(localise(`/blog/${slugs[language]}`, language))
    expect([language, answer.status, answer.get('Cache-Control')]).toEqual([language, 503, 'no-store'])
    expect(Number(answer.get('Retry-After'))).toBeGreaterThanOrEqual(1)
    const t = (key: string) => textIn(language, 'blog', `notFound.${key}`)
    expect(elements(answer.text, 'h1').map(({ text }) => text)).toEqual([t('title')])
    expect(textOf(answer.text)).toContain(t('description'))
    expect(headOf(answer.text).titles[0]).toContain(t('title'))
    // A crawler is to come back, not to drop the article.
    expect(headOf(answer.text).meta.robots).toBeUndefined()
  }
})

it('answers programs with 503 when Ghost fails', async () => {
  const { ask } = await startWithFailingGhost()
  for (const path of ['/api/posts?lang=fr', '/api/posts/un-article?lang=fr']) {
    const answer = await ask(path)
    expect([path, answer.status, answer.get('Cache-Control')]).toEqual([path, 503, 'no-store'])
    expect(Number(answer.get('Retry-After'))).toBeGreaterThanOrEqual(1)
    expect(answer.body).toEqual({
      errors: [{ message: expect.stringMatching(/\S/), type: expect.stringMatching(/\S/) }],
    })
  }
})

it('sends the list and topics in their loading state when the list is late', async () => {
  const { ghost, site } = await startSiteWithGhost(posts, { POSTS_WAIT_MS: '50', GHOST_TIMEOUT_MS: '10000' })
  ghost.state.behaviour = 'hangs'
  for (const { language, path } of lists) {
    const answer = await request(site.app).get(path).expect(200).expect('Cache-Control', 'no-store')
    expect(elements(answer.text, 'main')[0]?.text).toContain(textIn(language, 'blog', 'loading'))
    expect(textOf(answer.text)).not.toContain(textIn(language, 'blog', 'empty'))
    expect(headOf(answer.text).meta.robots).toBe('noindex')
  }
})

it('has the list for the browser that asks again, once it has been read', async () => {
  const { ghost, site } = await startSiteWithGhost(posts, { POSTS_WAIT_MS: '20' })
  let answer = () => {}
  ghost.state.answer = (_req, res, page) => {
    answer = () => void res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(page))
  }
  const page = await request(site.app).get('/blog')
  expect(elements(page.text, 'article')).toEqual([])
  await expect.poll(() => ghost.calls).toHaveLength(1)
  answer()
  const { body } = await request(site.app).get('/api/posts?lang=fr')
  expect(body.posts).toHaveLength(1)
  expect(elements((await request(site.app).get('/blog')).text, 'article')).toHaveLength(1)
  expect(ghost.calls).toHaveLength(1)
})

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
  expect(lines).toContain(`problem  GHOST_URL: ${remedy}. Then restart the site`)
  expect(lines.join('\n')).not.toContain('Look into the log')
})
