import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from '../../runtime/project-root.ts'
import { company } from '../../../shared/company.ts'
import { type Language, languages, prefixOf } from '../../../shared/language.ts'
import type { Post } from '../../../shared/post.ts'
import { addressOf } from '../../../shared/site-map.ts'
import { slugOf } from './slug.ts'
import { articleIn, markdownSource } from '../../../test/support/markdown.ts'
import { sanitiseFile as sanitise } from '../../../test/support/sanitise.ts'
import { authorNamed } from '../../../test/support/stored-post.ts'
import { folderForTest } from '../../../test/support/folder-for-test.ts'

/** A folder of posts that is deleted after the test, and its source. */
async function sourceOf(files: Record<string, string | Buffer>, leftOut: string[] = []) {
  const folder = await folderForTest()
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  return markdownSource(folder, sanitise, (problem) => leftOut.push(problem))
}

/** The metadata of a post without any. */
const nothingSaid = Object.fromEntries(
  [
    ...['feature_image_alt', 'feature_image_caption', 'canonical_url', 'meta_title', 'meta_description'],
    ...['og_title', 'og_description', 'og_image', 'twitter_title', 'twitter_description', 'twitter_image'],
  ].map((name) => [name, null]),
)

/** The HTML of one such file. */
async function htmlOf(text: string): Promise<string> {
  const reading = await articleIn(await sourceOf({ 'fr/a.md': text }), 'fr', 'a')
  return reading.kind === 'read' ? (reading.value?.html ?? '') : ''
}

const head = (more = '', published_at = '2026-05-04T09:00:00Z') =>
  `---\ntitle: "Un titre : le sien"\nexcerpt: Un extrait\npublished_at: ${published_at}\nauthors: ["{{company}}"]\ntags: ["fr", "Étude de cas"]\n${more}---\n`

it('ignores lone surrogates and control characters', async () => {
  const front = String.raw`title: "Un\x01titre"
excerpt: "Un extrait \uD83D"
meta_title: "\x01"
published_at: 2026-05-04T09:00:00Z
authors: ["Ada\x7FByron"]
tags: ["\x0BLoi\x0C25"]`
  const source = await sourceOf({ 'fr/a.md': `---\n${front}\n---\nDu\u0001texte &#127;` })
  expect(await articleIn(source, 'fr', 'a')).toMatchObject({
    value: {
      title: 'Un titre',
      excerpt: 'Un extrait',
      html: '<p>Du texte  </p>\n',
      meta_title: null,
      authors: [{ name: 'Ada Byron' }],
      tags: [{ name: 'Loi 25' }],
    },
  })
})

it('reads a post from its front matter and its text', async () => {
  const body = `## Un titre\n\nDu *texte* et [un lien](/ai).\n\n${'mot '.repeat(550)}`
  const source = await sourceOf({
    'fr/premier-billet.md': head('updated_at: 2026-05-05T09:00:00Z\n', '2026-05-04T09:00:00-04:00') + body,
  })
  const reading = await articleIn(source, 'fr', 'premier-billet')
  expect(reading).toEqual({
    kind: 'read',
    value: {
      id: 'fr-premier-billet',
      slug: 'premier-billet',
      permalink: null,
      title: 'Un titre\u00a0: le sien',
      excerpt: 'Un extrait',
      html: expect.stringMatching(
        /^<h2 id="un-titre">Un titre<\/h2>\s*<p>Du <em>texte<\/em> et <a href="\/ai">un lien<\/a>\.<\/p>/,
      ),
      standfirst: 'Un extrait',
      feature_image: null,
      published_at: '2026-05-04T09:00:00-04:00',
      updated_at: '2026-05-05T09:00:00Z',
      reading_time: 2,
      authors: [authorNamed(company.name, slugOf(company.name))],
      featured: false,
      tags: [
        { id: 'fr', slug: 'fr', name: 'fr' },
        { id: 'etude-de-cas', slug: 'etude-de-cas', name: 'Étude de cas' },
      ],
      primary_tag: { id: 'fr', slug: 'fr', name: 'fr' },
      visibility: 'public',
      access: true,
      ...nothingSaid,
    },
  })
})

it('reads Ghost’s metadata under Ghost’s names', async () => {
  const metadata = {
    custom_excerpt: 'Le sien',
    feature_image: '/photos/a.png',
    feature_image_alt: 'Une anse',
    feature_image_caption: 'Photo',
    canonical_url: 'https://autre.example/a',
    meta_title: 'Titre',
    og_image: '/photos/b.png',
    twitter_description: 'Description',
  }
  const lines = Object.entries(metadata).map(([name, value]) => `${name}: "${value}"\n`)
  const source = await sourceOf({ 'fr/a.md': `${head(lines.join(''))}Bonjour` })
  const { custom_excerpt, ...kept } = metadata
  expect(await articleIn(source, 'fr', 'a')).toMatchObject({
    value: { ...nothingSaid, ...kept, excerpt: custom_excerpt, standfirst: custom_excerpt },
  })
})

it.each([
  ['with a public part', 'Début.\n\n<!--members-only-->\n\nSuite.', '<p>Début.</p>'],
  ['without one', 'Suite.', ''],
])('reads only the public part of a file for members %s', async (_name, body, html) => {
  const source = await sourceOf({ 'fr/a.md': head('visibility: members\n') + body })
  const reading = await articleIn(source, 'fr', 'a')
  expect(reading).toMatchObject({ value: { visibility: 'members', access: false } })
  expect(reading.kind === 'read' && reading.value?.html.trim()).toBe(html)
})

it('lists a language’s posts by date, the newest first, whatever their offset', async () => {
  const source = await sourceOf({
    'fr/a.md': `${head('', '2026-05-04T09:00:00-04:00')}a`,
    'fr/b.md': `${head('', '2026-05-04T14:00:00+02:00')}b`,
    'fr/c.md': `${head('', '2026-06-01T00:00:00Z')}c`,
    'fr/notes.txt': 'not a post',
    'en/d.md': `${head('', '2026-07-01T00:00:00Z')}d`,
  })
  const reading = await source.readList('fr')
  expect(reading.kind === 'read' && reading.value.map(({ slug }) => slug)).toEqual(['c', 'a', 'b'])
})

it('finds a post only in its language', async () => {
  const source = await sourceOf({ 'fr/a.md': `${head()}a`, 'en/b.md': `${head()}b` })
  expect(await articleIn(source, 'en', 'a')).toEqual({ kind: 'read', value: null })
  expect(await articleIn(source, 'fr', 'inconnu')).toEqual({ kind: 'read', value: null })
  expect(await articleIn(source, 'fr', '../en/b')).toEqual({ kind: 'read', value: null })
})

it.each([
  ['with line ends of Windows', `${head()}Bonjour`.replaceAll('\n', '\r\n'), '<p>Bonjour</p>\n'],
  [
    'with a byte order mark, and blanks after ---',
    `\ufeff${head().replaceAll('---', '--- \t')}Bonjour`,
    '<p>Bonjour</p>\n',
  ],
  ['that ends with its front matter', head().trimEnd(), ''],
  [
    'with fields left empty',
    head().replace('---\n', '---\nfeature_image:\nupdated_at:\npair:\nfeatured:\n') + 'Bonjour',
    '<p>Bonjour</p>\n',
  ],
  ['that begins with empty lines', `\n \r\n${head()}Bonjour`, '<p>Bonjour</p>\n'],
])('reads a file %s', async (_what, text, html) => {
  const source = await sourceOf({ 'fr/a.md': text })
  expect(await articleIn(source, 'fr', 'a')).toMatchObject({ value: { title: 'Un titre\u00a0: le sien', html } })
})

const nested = ': line 3: Nested mappings are not allowed in compact mappings'

it.each([
  ['no front matter', 'Bonjour', ''],
  ['front matter that never ends', '---\ntitle: A\n', ''],
  ['front matter that is not YAML', '---\ntitle: "A\nexcerpt: [b\n---\nBonjour', ''],
  ['a colon in its title', '---\nexcerpt: b\ntitle: Loi 25: suite\n---\nBonjour', nested],
  ['a colon in its title, after an empty line', '\n---\ntitle: Loi 25: suite\n---\n', nested],
  ['no title', head().replace(/title: .*\n/, ''), ': title'],
  ['an empty excerpt', head().replace('Un extrait', '""'), ': excerpt'],
  ['a date without time', head('', '2026-05-04'), ': published_at'],
  ['a date without offset', head('', '2026-05-04T09:00:00'), ': published_at'],
  ['a day that does not exist', head('', '2026-02-30T09:00:00Z'), ': published_at'],
  ['no author', head().replace('"{{company}}"', ''), ': authors'],
  ['a picture of another site', head('feature_image: https://a.example/b.png\n'), ': feature_image'],
  ['a picture without its protocol', head('feature_image: //evil.example/a.png\n'), ': feature_image'],
  ['tags that are no list', head().replace(/tags: .*\n/, 'tags: fr\n'), ': tags'],
  ['quotes beyond the limits', head() + '>'.repeat(5000), ': RangeError: Maximum call stack size exceeded'],
  ['HTML beyond the limits', head() + '<div>'.repeat(3000), ': Error: the HTML is nested more than 128 deep'],
  ['another encoding than UTF-8', Buffer.from(`${head()}été`, 'latin1'), ': is not UTF-8'],
])('skips a file with %s, reports its name, and reads the others', async (_name, text, problem) => {
  const leftOut: string[] = []
  const source = await sourceOf({ 'fr/faux.md': text, 'fr/vrai.md': `${head()}a` }, leftOut)
  expect(await source.readList('fr')).toMatchObject({ kind: 'read', value: [{ slug: 'vrai' }] })
  const named = `fr/faux.md${problem}`
  expect(leftOut.map((line) => line.slice(0, named.length))).toEqual([named])
})

it('skips a folder that is named like a file, and reports it', async () => {
  const leftOut: string[] = []
  const source = await sourceOf({ 'fr/dossier.md/a.txt': '', 'fr/vrai.md': `${head()}a` }, leftOut)
  expect(await source.readList('fr')).toMatchObject({ value: [{ slug: 'vrai' }] })
  expect(leftOut).toEqual([expect.stringMatching(/^fr\/dossier\.md: .*EISDIR/)])
})

it('has no list if no file is a valid post', async () => {
  const source = await sourceOf({ 'fr/faux.md': 'Bonjour' })
  const message = expect.stringContaining('fr/faux.md: no front matter')
  const failure = { kind: 'failed', type: 'MarkdownError', retryAfterSeconds: null, fault: 'call', message }
  expect(await source.readList('fr')).toEqual(failure)
})

const folder = join(projectRoot, 'content/posts')
const content = markdownSource(folder, sanitise, expect.fail)

/** The posts that come with the site. */
async function ownPosts(language: Language): Promise<Post[]> {
  const reading = await content.readList(language)
  if (reading.kind === 'failed') throw new Error(reading.message)
  return reading.value
}

it('the site’s own posts are valid, and link to pages of the same language', async () => {
  const posts = { fr: await ownPosts('fr'), en: await ownPosts('en') }
  for (const language of languages) {
    expect(posts[language].length).toBeGreaterThanOrEqual(4)
    for (const { slug, tags, html } of posts[language]) {
      expect([slug, tags[0]?.slug]).toEqual([expect.stringMatching(/^[a-z0-9]+(-[a-z0-9]+)*$/), language])
      const links = [...html.matchAll(/href="(\/[^"]*)"/g)].map(([, path = '']) => path)
      expect(links.filter((path) => addressOf(path) === null || (prefixOf(path) ?? 'fr') !== language)).toEqual([])
    }
    expect(posts[language].some(({ html }) => html.includes('href="/'))).toBe(true)
  }
  const slugs = [...posts.fr, ...posts.en].map(({ slug }) => slug)
  expect(slugs).toEqual([...new Set(slugs)])
})

it('makes slugs and ids from words only, whatever surrounds them', async () => {
  const body = '## Vraiment ?\n\n## « Étude » & cas\n'
  const ofTags = head().replace('"Étude de cas"', '"Quoi ?", "« Étude »"')
  const source = await sourceOf({ 'fr/a.md': ofTags + body })
  const reading = await articleIn(source, 'fr', 'a')
  const post = reading.kind === 'read' ? reading.value : null
  expect(post?.tags.map(({ slug }) => slug)).toEqual(['fr', 'quoi', 'etude'])
  expect([...(post?.html ?? '').matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)).toEqual(['vraiment', 'etude-cas'])
})

it('highlights code, and keeps tables and task lists', async () => {
  const body =
    '```ts\nconst a = 1\n```\n\n| A | B |\n| --- | ---: |\n| a | b |\n\n- [x] fait\n- [ ] reste\n\n## Été\n\n## Été\n'
  const html = await htmlOf(head() + body)
  expect(html).toContain('<code class="language-ts"><span class="hljs-keyword">const</span> a')
  expect(html).toMatch(/aria-label="Tableau"[\s\S]*<th>A<\/th>\s*<th class="kg-text-right">B<\/th>/)
  expect(html).toMatch(/<li>☑ fait<\/li>\s*<li>☐ reste<\/li>/)
  expect(html).toMatch(/<h2 id="ete">Été<\/h2>\s*<h2 id="ete-2">/)
})

it.each([
  ['Étude de cas', 'etude-de-cas'],
  ['Loi 25', 'loi-25'],
  ['  À propos… ', 'a-propos'],
  ['C++', 'c-plus-plus'],
  ['C#', 'c-sharp'],
  ['C', 'c'],
  ['ᐃᓄᒃᑎᑐᑦ', 'ᐃᓄᒃᑎᑐᑦ'],
  ['한국어 소식', '한국어-소식'],
  ['🎉', '1f389'],
  [' ', ''],
])('%j has the slug %j', (text, slug) => {
  expect(slugOf(text)).toBe(slug)
})
