import request from 'supertest'
import { expect, it } from 'vitest'
import { adminKey } from '../../support/fake-ghost-admin.ts'
import { type FakePost, fakePost, tags } from '../../support/fake-ghost.ts'
import { startSiteWithGhost } from '../../support/start-site.ts'
import { linesAbout } from '../support/instance.ts'

const picture = '<img src="/content/images/a.png" data-image-dimensions="1x1">'
const button = `<span class="kg-cta-button">${'mot '.repeat(50_000)}</span>`

const attributes = (count: number) => Array.from({ length: count }, (_, index) => `a${index}`).join(' ')

/** Posts beyond a limit of each kind; parse-limits.test.ts has all limits. */
const refused: Record<string, string> = {
  'has strokes through strokes': '<strike>'.repeat(2600),
  'has 30,000 attributes in one tag': `<p ${attributes(30_000)}>`,
  'is longer than it may be': 'a'.repeat(250_001),
  'becomes longer than it may': `<p title='${'"'.repeat(240_000)}'>a</p>${`<img src="data:image/png;base64,${'A'.repeat(240_000)}">`.repeat(3)}`,
}

/** Short posts that once took far too long to parse. */
const shown: Record<string, string> = {
  'has 230,000 letters and 530 drawings that take their name from them': `<p id="a">${'lettres '.repeat(29_000)}</p>${'<svg aria-labelledby="a"></svg>'.repeat(530)}`,
  'has 4,900 blocks among words': `<b>${'<article>a</article>'.repeat(4900)}</b>`,
  'has the words of a button for the alt of 390 pictures': `<div class="kg-cta-card"><a href="https://a.example/">${button}${picture.repeat(390)}</a></div>`,
}

/** Excerpts and captions are parsed in addition to the text. */
const besides: Record<string, Partial<FakePost>> = {
  'an-excerpt': { html: '<div>'.repeat(3000), excerpt: `Ses mots.${' mot'.repeat(100_000)}` },
  'a-caption': { feature_image_caption: '<b>mot</b> '.repeat(1000), excerpt: 'Ses mots.' },
}

const sentence = 'Le texte de cet article ne peut pas être affiché pour le moment.'
const bombs = (kind: string, found: Record<string, string>) =>
  Object.values(found).map((html, index) =>
    fakePost(`${kind}-${index}`, { html, excerpt: 'Ses mots.', tags: [tags.fr] }),
  )

it('shows the excerpt of a post beyond a limit, and other posts in full, everywhere', async () => {
  const [beyond, within] = [bombs('refused', refused), bombs('shown', shown)]
  const beside = Object.entries(besides).map(([slug, fields]) => fakePost(slug, { ...fields, tags: [tags.fr] }))
  const all = [fakePost('un-article'), ...beyond, ...beside, ...within]
  const { site } = await startSiteWithGhost(all)
  const list = await request(site.url).get('/api/posts?lang=fr').expect(200)
  expect(list.body.posts).toHaveLength(all.length)
  for (const { slug } of [...beyond, ...beside]) {
    const { text } = await request(site.url).get(`/blog/${slug}`).expect(200)
    expect(text, slug).toMatch(/<p>Ses mots\..*<p>Le texte de cet article ne peut pas être affiché/s)
  }
  for (const { slug, html } of within) {
    const { body } = await request(site.url).get(`/api/posts/${slug}?lang=fr`).expect(200)
    const [post] = body.posts
    expect(post.html.length).toBeLessThan(2 * html.length)
    const { text } = await request(site.url).get(`/blog/${slug}`).expect(200)
    expect(text.length).toBeGreaterThan(post.html.length)
    for (const made of [post.html, text]) expect(made).not.toContain(sentence)
  }
  expect((await request(site.url).get('/blog/un-article')).text).not.toContain(sentence)
  expect((await request(site.url).get('/rss.xml').expect(200)).text).toContain(sentence)
  const lines = linesAbout(site, 'beyond the bounds').map(
    (line) => JSON.parse(line) as { slug: string; reason: string },
  )
  expect(lines.map(({ slug }) => slug)).toEqual([...beyond, ...beside].map(({ slug }) => slug))
  for (const { reason } of lines) expect(reason).toMatch(/./)
})

it('previews a post beyond the limits with its excerpt, and the next draft in full', async () => {
  const { ghost, site } = await startSiteWithGhost([], { GHOST_ADMIN_API_KEY: adminKey })
  const [longUuid, shortUuid] = ['89061c0b-db14-4f8b-b82d-eafdf8432cad', '89061c0b-db14-4f8b-b82d-eafdf8432cae']
  const draft = { status: 'draft', published_at: null } as const
  ghost.state.drafts = [
    { ...fakePost('bombe', { html: '<div>'.repeat(3000), excerpt: 'Ses mots.' }), ...draft, uuid: longUuid },
    { ...fakePost('un-brouillon', { html: Object.values(shown)[0] ?? '' }), ...draft, uuid: shortUuid },
  ]
  expect((await request(site.url).get(`/preview/${longUuid}`).expect(200)).text).toContain(sentence)
  expect((await request(site.url).get(`/preview/${shortUuid}`).expect(200)).text).not.toContain(sentence)
})
