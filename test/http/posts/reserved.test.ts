import request from 'supertest'
import { expect, it } from 'vitest'
import { type FakePost, fakePost } from '../../support/fake-ghost.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'
import { elements, textOf } from '../support/html.ts'
import { thingOf } from '../support/structured-data.ts'
import { textIn } from '../support/texts.ts'

const t = (key: string) => textIn('fr', 'blog', key)
const members = { visibility: 'members', access: false }

// Each row calls Ghost again.
const { ghost, site } = await shareSiteWithGhost([], { POSTS_TTL_SECONDS: '0' })

async function answersWith(fields: Partial<FakePost>) {
  ghost.state.posts = [fakePost('a', fields)]
  const get = async (path: string) => (await request(site.app).get(path).expect(200)).text
  return { article: await get('/blog/a'), list: await get('/blog'), rss: await get('/rss.xml') }
}

it.each([
  { name: 'members', fields: { ...members, html: '<p>La part publique.</p>' }, key: 'members', form: true },
  { name: 'paying members', fields: { visibility: 'paid', access: false }, key: 'restricted', form: false },
  { name: 'some tiers', fields: { visibility: 'tiers', access: false }, key: 'restricted', form: false },
])('says that a post is for $name, in the article, on its card and in the feed', async ({ fields, key, form }) => {
  const { article, list, rss } = await answersWith(fields)
  const [notice] = elements(article, 'aside')
  expect(notice?.attributes.class).toContain('members-only')
  expect(notice?.text).toContain(t(`reserved.${key}.title`))
  expect(notice?.text).toContain(t(`reserved.${key}.body`))
  const forms = elements(article, 'form').filter(({ attributes }) => attributes.action === '/api/newsletter')
  expect(forms).toHaveLength(form ? 1 : 0)
  expect(elements(notice?.inner ?? '', 'a').map(({ attributes }) => attributes.href)).toEqual(
    form ? ['#newsletter'] : [],
  )
  expect(elements(list, 'article')[0]?.text).toContain(t(`reserved.${key}.mark`))
  expect(rss).toContain(t(`reserved.${key}.body`))
  expect(thingOf(article, 'BlogPosting')).toMatchObject({
    isAccessibleForFree: false,
    hasPart: { '@type': 'WebPageElement', isAccessibleForFree: false, cssSelector: '.members-only' },
  })
})

const open = [{}, { visibility: 'public', access: true }, { visibility: 'members', access: true }]

it.each(open)('shows no such notice for a post with %j', async (fields) => {
  const { article, list, rss } = await answersWith(fields)
  expect(elements(article, 'aside')).toEqual([])
  expect(article).not.toContain('/api/newsletter')
  for (const readers of ['members', 'restricted']) {
    expect(textOf(list)).not.toContain(t(`reserved.${readers}.mark`))
    expect(rss).not.toContain(t(`reserved.${readers}.body`))
  }
  expect(thingOf(article, 'BlogPosting')).not.toHaveProperty('hasPart')
})

it.each([
  { name: 'its public part', fields: { ...members, html: '<p>La part publique.</p>' }, words: 'La part publique.' },
  { name: 'its excerpt', fields: { ...members, html: '', excerpt: 'Un extrait.' }, words: 'Un extrait.' },
  { name: 'a sentence', fields: { html: '', excerpt: '' }, words: t('noText') },
  { name: 'its excerpt', fields: { html: '<p> </p>', excerpt: 'Un extrait.' }, words: 'Un extrait.' },
  { name: 'its picture', fields: { html: '<img src="/content/images/a.png" alt="">' }, words: '' },
])('shows $name if a post has $fields', async ({ fields, words }) => {
  const { article, rss } = await answersWith(fields)
  const [prose] = /<div class="prose">[\s\S]*?<\/div>/.exec(article) ?? ['']
  expect(textOf(prose)).toBe(words)
  expect(prose).toMatch(/<p>|<img/)
  expect(rss).toContain(words)
})

it('a reserved post without text and excerpt has its title and the notice', async () => {
  const { article, rss } = await answersWith({ ...members, html: '', excerpt: '' })
  expect(article).not.toContain('class="prose"')
  expect(elements(article, 'aside')).toHaveLength(1)
  expect(rss).toContain(t('reserved.members.body'))
})
