import request from 'supertest'
import { expect, it } from 'vitest'
import { fakePost, startFakeGhost, tags } from '../../support/fake-ghost.ts'
import { adminKey, type FakeDraft } from '../../support/fake-ghost-admin.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'
import { startSite, startSiteWithGhost } from '../../support/start-site.ts'
import { languages, localise, otherLanguage } from '../../../shared/language.ts'
import { elements, headOf, textOf } from '../support/html.ts'
import { textIn } from '../support/texts.ts'

const uuid = '89061c0b-db14-4f8b-b82d-eafdf8432cad'
const path = `/preview/${uuid}`

function fakeDraft(overrides: Partial<FakeDraft> = {}): FakeDraft {
  return { ...fakePost('un-brouillon'), uuid, status: 'draft', published_at: null, ...overrides }
}

// The rate is limited for each address of a visitor.
const { ghost, site } = await shareSiteWithGhost(undefined, { GHOST_ADMIN_API_KEY: adminKey, TRUST_PROXY: '1' })
let visitors = 0
const get = (address: string) =>
  request(site.app)
    .get(address)
    .set('X-Forwarded-For', `198.51.100.${(visitors += 1)}`)

function preview(draft: FakeDraft, cookie = '') {
  ghost.state.drafts = [draft]
  return get(path).set('Cookie', cookie)
}

const english = { title: 'A draft', tags: [tags.en] }
const scheduled = { status: 'scheduled', published_at: '2099-01-01T12:00:00.000Z' }
const sent = { status: 'sent', published_at: '2026-01-01T12:00:00.000Z' }
const published = { status: 'published', published_at: '2026-01-01T12:00:00.000Z' }

it.each([
  { state: 'draft', language: 'fr', draft: fakeDraft() },
  { state: 'draft', language: 'en', draft: fakeDraft(english) },
  { state: 'scheduled', language: 'fr', draft: fakeDraft(scheduled), date: '1 janvier 2099' },
  { state: 'scheduled', language: 'en', draft: fakeDraft({ ...english, ...scheduled }), date: 'January 1, 2099' },
  { state: 'sent', language: 'fr', draft: fakeDraft(sent) },
  { state: 'published', language: 'fr', draft: fakeDraft(published) },
] as const)('a preview of a post that is $state, in $language, says so', async (row) => {
  const { state, language, draft } = row
  // The cookie names the other language.
  const { text } = await preview(draft, `i18next=${otherLanguage(language)}`).expect(200)
  expect(elements(text, 'h1').map((heading) => heading.text)).toEqual([draft.title])
  expect(text).toContain('<p>Corps de un-brouillon.</p>')
  const [mark] = elements(text, 'aside')
  expect(mark?.text).toContain(textIn(language, 'blog', 'preview.label'))
  expect(mark?.text).toContain(textIn(language, 'blog', `preview.${state}`).split('{{')[0])
  if ('date' in row) expect(mark?.text).toContain(row.date)
  expect(mark?.text).not.toContain(textIn(language, 'blog', 'preview.untagged'))
  expect(headOf(text).language).toBe(language)
  expect(textOf(text)).toContain(textIn(language, 'blog', 'back'))
  expect(text).toContain(`href="${localise('/about', language)}"`)
})

it.each(['draft', 'published'])(
  'a preview of a %s post without a language says that no list will show it',
  async (status) => {
    const { text } = await preview(fakeDraft({ ...published, status, tags: [tags.strategie] })).expect(200)
    const [mark] = elements(text, 'aside')
    for (const key of [status, 'untagged']) expect(mark?.text).toContain(textIn('fr', 'blog', `preview.${key}`))
  },
)

it('a preview for members shows what readers will see', async () => {
  const html = '<p>Pour tous.</p><!--members-only--><p>Pour les membres.</p>'
  const { text } = await preview(fakeDraft({ html, visibility: 'members' }))
  expect(text).toContain('Pour tous.')
  expect(text).not.toContain('Pour les membres.')
  expect(text).toContain(textIn('fr', 'blog', 'reserved.members.title'))
})

it('a draft looks as if it were published now, and each change is shown at once', async () => {
  // Ghost rejects tokens of another time.
  const now = Date.now()
  const { ghost, site } = await startSiteWithGhost(undefined, { GHOST_ADMIN_API_KEY: adminKey }, () => now)
  ghost.state.drafts = [fakeDraft()]
  await request(site.app).get('/blog')
  const { text } = await request(site.app).get(path)
  expect(elements(text, 'time')[0]?.attributes.datetime).toBe(new Date(now).toISOString())
  // The newest post of the list is then the one before it.
  expect(elements(text, 'a').map(({ attributes }) => attributes.href)).toContain('/blog/un-article')
  ghost.state.drafts = [fakeDraft({ title: 'Une autre idée' })]
  expect((await request(site.app).get(path)).text).toContain('Une autre idée')
})

it('a draft is neither indexed, cached nor listed', async () => {
  const answer = await preview(fakeDraft())
  const head = headOf(answer.text)
  expect(head).toMatchObject({ canonical: [], alternates: {}, meta: { robots: 'noindex' } })
  expect(head.meta['og:url']).toBeUndefined()
  expect(answer.text).not.toContain('BlogPosting')
  expect(answer.headers).toMatchObject({
    'x-robots-tag': 'noindex',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  })
  expect(answer.get('Set-Cookie')).toBeUndefined()
  for (const address of ['/blog', '/rss.xml', '/sitemap.xml', '/api/posts?lang=fr'])
    expect((await get(address)).text).not.toContain('un-brouillon')
  await get('/blog/un-brouillon').expect(404)
})

it('sanitises a draft like any post, and hides Ghost’s address', async () => {
  const html = `<p onclick="x()">Un <a href="${ghost.url}/un-article/">lien</a></p><script>alert(1)</script><iframe src="${ghost.url}/"></iframe>`
  const { text } = await preview(fakeDraft({ html, feature_image: `${ghost.url}/content/images/a.png` }))
  for (const unsafe of ['onclick', 'alert(1)', new URL(ghost.url).host]) expect(text).not.toContain(unsafe)
  expect(text).toContain('href="/blog/un-article"')
  expect(text).toContain('src="/media/content/images/size/w1600/format/webp/a.png"')
})

it.each([
  { language: 'French', tag: tags.fr, cookie: '', location: '/blog/un' },
  { language: 'French', tag: tags.fr, cookie: 'i18next=en', location: '/fr/blog/deux' },
  { language: 'English', tag: tags.en, cookie: '', location: '/en/blog/three' },
])('redirects to the $language article once it is published, with the cookie "$cookie"', async (row) => {
  const post = fakePost(row.location.replace(/.*\//, ''), { tags: [row.tag] })
  ghost.state.posts.push(post)
  const answer = await preview({ ...post, uuid, status: 'published' }, row.cookie).expect(302)
  expect(answer.headers).toMatchObject({ location: row.location, 'cache-control': 'no-store' })
})

it.each(languages)('answers 404 for an unknown uuid, in the language of the visitor: %s', async (lang) => {
  const answer = await preview(fakeDraft({ uuid: uuid.replace('8', '9') }), `i18next=${lang}`).expect(404)
  expect(elements(answer.text, 'h1')[0]?.text).toBe(textIn(lang, 'blog', 'notFound.title'))
  expect(answer.get('Cache-Control')).toBe('no-store')
  expect(headOf(answer.text).meta.robots).toBe('noindex')
})

it.each([
  ...['/preview/abc', '/preview/', '/preview', `${path}/x`, `/preview/${uuid.toUpperCase()}`, `/preview/${uuid}'`],
  ...[`/preview/%27%29%2Bstatus:draft`, `/en${path}`, `/Preview/${uuid}`],
])('answers 404 for %s, without calling Ghost', async (address) => {
  const calls = ghost.calls.length
  const { status, text } = await get(address).redirects(1)
  expect(status).toBe(404)
  expect(text).toContain('Unexpected Application Error')
  expect(ghost.calls).toHaveLength(calls)
})

it.each([
  ['a key', {}],
  ['a Ghost', { GHOST_ADMIN_API_KEY: adminKey }],
])('answers 404 if the site lacks %s', async (_name, env) => {
  await using ghost = await startFakeGhost()
  ghost.state.drafts = [fakeDraft()]
  await using site = await startSite('GHOST_ADMIN_API_KEY' in env ? env : ghost.env)
  const { text } = await request(site.app).get(path).expect(404)
  expect(text).toContain('Unexpected Application Error')
  expect(ghost.calls).toEqual([])
})

const wrongKey = adminKey.replace(/.$/, '0')

it.each([
  { fault: 'hangs', key: adminKey, logged: 'preview could not be read' },
  { fault: 'answers 500', key: adminKey, logged: 'preview could not be read' },
  { fault: 'answers the wrong shape', key: adminKey, logged: 'preview could not be read' },
  { fault: 'well', key: wrongKey, logged: 'Invalid token' },
] as const)('answers 503 and logs "$logged" if Ghost $fault, with the key $key', async ({ fault, key, logged }) => {
  const timeout: Record<string, string> = fault === 'hangs' ? { GHOST_TIMEOUT_MS: '100' } : {}
  const { ghost, site } = await startSiteWithGhost(undefined, { GHOST_ADMIN_API_KEY: key, ...timeout })
  ghost.state.behaviour = fault
  const answer = await request(site.app).get(path).expect(503)
  expect(Number(answer.get('Retry-After'))).toBeGreaterThan(0)
  expect(answer.get('Cache-Control')).toBe('no-store')
  expect(elements(answer.text, 'h1')[0]?.text).toBe(textIn('fr', 'blog', 'notFound.title'))
  expect(answer.text).not.toContain(new URL(ghost.url).host)
  expect(site.logged()).toContain(logged)
  expect(answer.text + JSON.stringify(answer.headers) + site.logged()).not.toContain(key.split(':')[1])
})

it('answers 429 after thirty previews in a minute from one address', async () => {
  ghost.state.drafts = [fakeDraft()]
  // The proxy names the port too.
  const ask = (port: number) => get(path).set('X-Forwarded-For', `203.0.113.7:${port}`)
  for (let port = 4001; port <= 4030; port += 1) await ask(port).expect(200)
  const refused = await ask(4031).expect(429)
  expect(Number(refused.get('Retry-After'))).toBeGreaterThan(0)
  expect(refused.get('Cache-Control')).toBe('no-store')
  expect(textOf(refused.text)).toContain(textIn('fr', 'refusals', 'tooMany.title'))
  await ask(4032).expect(429)
  await get('/blog').expect(200)
})

it('answers 405 to another method', async () => {
  await request(site.app).put(path).expect(405).expect('Allow', 'GET, HEAD')
})
