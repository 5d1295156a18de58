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

const english = { title: 'A draft', tags: [tags.en] }

/** A site that can show Ghost's drafts. */
async function startSiteWithPreviews(drafts: FakeDraft[], env: Record<string, string> = {}, now?: () => number) {
  const own = { GHOST_ADMIN_API_KEY: adminKey, ...env }
  const { ghost, site } = await startSiteWithGhost([fakePost('un-article')], own, now)
  ghost.state.drafts = drafts
  return { ghost, site, get: (address: string) => request(site.app).get(address) }
}

const scheduled = { status: 'scheduled', published_at: '2099-01-01T12:00:00.000Z' }

it('shows as much of a draft for members as readers will see', async () => {
  const html = '<p>Pour tous.</p><!--members-only--><p>Pour les membres.</p>'
  const site = await startSiteWithPreviews([fakeDraft({ html, visibility: 'members' })])
  const { text } = await site.get(path)
  expect(text).toContain('Pour tous.')
  expect(text).not.toContain('Pour les membres.')
  expect(text).toContain(textIn('fr', 'blog', 'reserved.members.title'))
})

it.each([
  ['draft', 'fr', fakeDraft(), ''],
  ['draft', 'en', fakeDraft(english), ''],
  ['scheduled', 'fr', fakeDraft(scheduled), '1 janvier 2099'],
  ['scheduled', 'en', fakeDraft({ ...english, ...scheduled }), 'January 1, 2099'],
  ['sent', 'fr', fakeDraft({ status: 'sent', published_at: '2026-01-01T12:00:00.000Z' }), ''],
] as const)('shows a post that is %s in its language, %s, with a mark', async (state, language, draft, date) => {
  const site = await startSiteWithPreviews([draft])
  // The visitor has chosen the other language.
  const { status, text } = await site.get(path).set('Cookie', `i18next=${otherLanguage(language)}`)
  expect(status).toBe(200)
  expect(elements(text, 'h1').map((heading) => heading.text)).toEqual([draft.title])
  expect(text).toContain('<p>Corps de un-brouillon.</p>')
  const [mark] = elements(text, 'aside')
  expect(mark?.text).toContain(textIn(language, 'blog', 'preview.label'))
  expect(mark?.text).toContain(textIn(language, 'blog', `preview.${state}`).split('{{')[0])
  expect(mark?.text).toContain(date)
  expect(mark?.text).not.toContain(textIn(language, 'blog', 'preview.untagged'))
  expect(headOf(text).language).toBe(language)
  expect(textOf(text)).toContain(textIn(language, 'blog', 'back'))
  expect(text).toContain(`href="${localise('/about', language)}"`)
})

it('shows a draft as it would look if it were published now', async () => {
  // Ghost accepts no token of another time.
  const now = Date.now()
  const site = await startSiteWithPreviews([fakeDraft()], {}, () => now)
  await site.get('/blog')
  const { text } = await site.get(path)
  const [time] = elements(text, 'time')
  expect(time?.attributes.datetime).toBe(new Date(now).toISOString())
  // The newest post of the list is then the one before it.
  expect(elements(text, 'a').map(({ attributes }) => attributes.href)).toContain('/blog/un-article')
})

it('says that a post without a language will not be shown', async () => {
  const site = await startSiteWithPreviews([fakeDraft({ tags: [tags.strategie] })])
  const { text } = await site.get(path)
  expect(elements(text, 'aside')[0]?.text).toContain(textIn('fr', 'blog', 'preview.untagged'))
})

it('gives a draft no address that could be indexed, stored or passed on', async () => {
  const site = await startSiteWithPreviews([fakeDraft()])
  const answer = await site.get(path)
  const head = headOf(answer.text)
  expect(head.meta.robots).toBe('noindex')
  expect(head.canonical).toEqual([])
  expect(head.alternates).toEqual({})
  expect(head.meta['og:url']).toBeUndefined()
  expect(answer.text).not.toContain('BlogPosting')
  expect(answer.get('X-Robots-Tag')).toBe('noindex')
  expect(answer.get('Cache-Control')).toBe('no-store')
  expect(answer.get('Referrer-Policy')).toBe('no-referrer')
  expect(answer.get('Set-Cookie')).toBeUndefined()
  for (const address of ['/blog', '/rss.xml', '/sitemap.xml', '/api/posts?lang=fr']) {
    expect((await site.get(address)).text).not.toContain('un-brouillon')
  }
  expect((await site.get('/blog/un-brouillon')).status).toBe(404)
})

it('sanitises a draft like any post, and hides Ghost’s address', async () => {
  const site = await startSiteWithPreviews([])
  const { url } = site.ghost
  const html = `<p onclick="x()">Un <a href="${url}/un-article/">lien</a></p><script>alert(1)</script><iframe src="${url}/"></iframe>`
  site.ghost.state.drafts = [fakeDraft({ html, feature_image: `${url}/content/images/a.png` })]
  const { text } = await site.get(path)
  expect(text).not.toContain('onclick')
  expect(text).not.toContain('alert(1)')
  expect(text).not.toContain(new URL(url).host)
  expect(text).toContain('href="/blog/un-article"')
  expect(text).toContain('src="/media/content/images/size/w1600/format/webp/a.png"')
})

it('shows each change at once', async () => {
  const site = await startSiteWithPreviews([fakeDraft()])
  await site.get(path)
  site.ghost.state.drafts = [fakeDraft({ title: 'Une autre idée' })]
  expect((await site.get(path)).text).toContain('Une autre idée')
})

it.each([
  { language: 'French', tag: tags.fr, cookie: '', location: '/blog/un-article' },
  { language: 'French', tag: tags.fr, cookie: 'i18next=en', location: '/fr/blog/un-article' },
  { language: 'English', tag: tags.en, cookie: '', location: '/en/blog/un-article' },
])(
  'redirects to the $language article once it is published, with the cookie "$cookie"',
  async ({ tag, cookie, location }) => {
    const post = fakePost('un-article', { tags: [tag] })
    const site = await startSiteWithPreviews([{ ...post, uuid, status: 'published' }])
    site.ghost.state.posts = [post]
    const answer = await site.get(path).set('Cookie', cookie)
    expect(answer.status).toBe(302)
    expect(answer.get('Location')).toBe(location)
    expect(answer.get('Cache-Control')).toBe('no-store')
  },
)

it.each([
  ['is not seen yet', [tags.fr]],
  ['has no language', [tags.strategie]],
])('shows a published post that %s', async (_name, ofPost) => {
  const post = fakePost('publie', { tags: ofPost })
  const site = await startSiteWithPreviews([{ ...post, uuid, status: 'published' }])
  const { status, text } = await site.get(path)
  expect(status).toBe(200)
  expect(elements(text, 'aside')[0]?.text).toContain(textIn('fr', 'blog', 'preview.published'))
})

it.each(languages)('answers 404 for an unknown uuid, in the language of the visitor: %s', async (lang) => {
  const site = await startSiteWithPreviews([fakeDraft()])
  const answer = await site.get(`/preview/${uuid.replace('8', '9')}`).set('Cookie', `i18next=${lang}`)
  expect(answer.status).toBe(404)
  expect(elements(answer.text, 'h1')[0]?.text).toBe(textIn(lang, 'blog', 'notFound.title'))
  expect(answer.get('Cache-Control')).toBe('no-store')
  expect(headOf(answer.text).meta.robots).toBe('noindex')
})

// Requests that do not call Ghost share a site.
const unasking = await shareSiteWithGhost(undefined, { GHOST_ADMIN_API_KEY: adminKey })
unasking.ghost.state.drafts = [fakeDraft()]

it.each([
  ...['/preview/abc', '/preview/', '/preview', `${path}/x`, `/preview/${uuid.toUpperCase()}`, `/preview/${uuid}'`],
  ...[`/preview/%27%29%2Bstatus:draft`, `/en${path}`, `/Preview/${uuid}`],
])('answers 404 for %s, without a call to Ghost', async (address) => {
  const { status, text } = await request(unasking.site.app).get(address).redirects(1)
  expect(status).toBe(404)
  expect(text).toContain('Unexpected Application Error')
  expect(unasking.ghost.calls).toEqual([])
})

it.each([
  ['without a key', {}],
  ['without a Ghost', { GHOST_ADMIN_API_KEY: adminKey }],
])('does not exist %s', async (_name, env) => {
  await using ghost = await startFakeGhost()
  ghost.state.drafts = [fakeDraft()]
  await using site = await startSite('GHOST_ADMIN_API_KEY' in env ? env : ghost.env)
  const { status, text } = await request(site.app).get(path)
  expect(status).toBe(404)
  expect(text).toContain('Unexpected Application Error')
  expect(ghost.calls).toEqual([])
})

const faults = ['hangs', 'answers 500', 'answers the wrong shape'] as const

it.each(faults)('answers 503 if Ghost %s', async (behaviour) => {
  const site = await startSiteWithPreviews([fakeDraft()], { GHOST_TIMEOUT_MS: '100' })
  site.ghost.state.behaviour = behaviour
  const answer = await site.get(path)
  expect(answer.status).toBe(503)
  expect(Number(answer.get('Retry-After'))).toBeGreaterThan(0)
  expect(answer.get('Cache-Control')).toBe('no-store')
  expect(elements(answer.text, 'h1')[0]?.text).toBe(textIn('fr', 'blog', 'notFound.title'))
  expect(answer.text).not.toContain(new URL(site.ghost.url).host)
  expect(site.site.logged()).toContain('preview could not be read')
})

it('answers 503 if Ghost refuses the key, and does not show it', async () => {
  const wrong = adminKey.replace(/.$/, '0')
  const site = await startSiteWithPreviews([fakeDraft()], { GHOST_ADMIN_API_KEY: wrong })
  const answer = await site.get(path)
  expect(answer.status).toBe(503)
  expect(site.site.logged()).toContain('Invalid token')
  expect(answer.text + JSON.stringify(answer.headers) + site.site.logged()).not.toContain(wrong.split(':')[1])
})

it('rejects more than thirty in a minute from one address, with a message', async () => {
  const site = await startSiteWithPreviews([fakeDraft()], { TRUST_PROXY: '1' })
  // The proxy names the port too.
  const ask = (port: number) => site.get(path).set('X-Forwarded-For', `203.0.113.7:${port}`)
  for (let port = 4001; port <= 4030; port += 1) expect((await ask(port)).status).toBe(200)
  const refused = await ask(4031)
  expect(refused.status).toBe(429)
  expect(Number(refused.get('Retry-After'))).toBeGreaterThan(0)
  expect(refused.get('Cache-Control')).toBe('no-store')
  expect(textOf(refused.text)).toContain(textIn('fr', 'refusals', 'tooMany.title'))
  expect((await site.get('/blog')).status).toBe(200)
})

it('answers another method with 405 and Allow', async () => {
  const answer = await request(unasking.site.app).put(path)
  expect(answer.status).toBe(405)
  expect(answer.get('Allow')).toBe('GET, HEAD')
})
