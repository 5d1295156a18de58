import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { stringify } from 'yaml'
import { contactSubjects } from '../shared/form-query.ts'
import { languages } from '../shared/language.ts'
import { createLog } from './runtime/log.ts'
import { type Entry, parseEntry, fileOf, receivedAt, createId, steps } from './outbox/entry.ts'
import { formatMessage, type Message, parseMessage } from './outbox/message.ts'
import { plainText } from './posts/html/plain-text.ts'
import { createSnapshot } from './posts/cache/snapshot.ts'
import { storedPost } from './posts/cache/stored-post.ts'
import { isVisibleChange } from './webhook/delivery.ts'
import { isRecent, isSignedWith, parseSignature, sign } from './webhook/signature.ts'
import { articleIn, markdownSource } from '../test/support/markdown.ts'
import { anyText, holds, textOf, wholeText } from '../test/support/properties.ts'
import { temporaryFolder } from '../test/support/temporary-folder.ts'

const json = fc.oneof(fc.json(), anyText, textOf('{', '}', '"readAt"', ':', 'null', ',', '[', ']', '1e999', '"posts"'))

it('a delivery with a valid signature is accepted, and rejected if any byte is changed', () => {
  const bytes = fc.uint8Array({ maxLength: 200 }).map((list) => Buffer.from(list))
  holds(
    [anyText, bytes, fc.nat(10 ** 13), fc.nat(), fc.integer({ min: 1, max: 255 })],
    (secret, body, time, at, change) => {
      const parsed = parseSignature(`sha256=${sign(secret, body, String(time)).toString('hex')}, t=${time}`)
      if (parsed === null) return expect.fail('a right signature was not read')
      expect(isSignedWith(secret, parsed, body)).toBe(true)
      expect(isSignedWith(`${secret}.`, parsed, body)).toBe(false)
      expect(isSignedWith(secret, { ...parsed, timestamp: `${time}1` }, body)).toBe(false)
      expect(isRecent(parsed, time + (at % 1_000_000))).toBe(at % 1_000_000 <= 300_000)
      if (body.length === 0) return
      const changed = Buffer.from(body)
      changed[at % body.length] = (changed[at % body.length] ?? 0) ^ change
      expect(isSignedWith(secret, parsed, changed)).toBe(false)
    },
  )
})

it('any header is a signature or invalid, and any body is a change or ignored', () => {
  const header = fc.oneof(anyText, textOf('sha256=', 'a'.repeat(64), ', t=', '1', '-', 'NaN', '0x1'))
  holds([header], (given) => {
    const parsed = parseSignature(given)
    if (parsed !== null)
      expect([parsed.hash.length, Number.isSafeInteger(Number(parsed.timestamp))]).toEqual([32, true])
  })
  const state = fc.record({ slug: fc.anything(), status: fc.anything() }, { requiredKeys: [] })
  const about = fc.record({ post: fc.record({ current: state, previous: state }, { requiredKeys: [] }) })
  holds([fc.oneof(fc.anything(), about)], (body) => {
    expect(typeof isVisibleChange(body)).toBe('boolean')
  })
})

const optional = fc.option(wholeText)
const tag = fc.record({ id: wholeText, slug: wholeText, name: wholeText })
const author = fc.record({
  ...{ name: wholeText, slug: optional, profile_image: optional },
  ...{ bio: optional, location: optional, website: optional },
})
const post = fc.record({
  ...{ id: wholeText, slug: wholeText, title: wholeText, excerpt: wholeText, html: wholeText, published_at: wholeText },
  standfirst: optional,
  ...{ feature_image: optional, feature_image_alt: optional, feature_image_caption: optional, updated_at: optional },
  ...{ canonical_url: optional, meta_title: optional, meta_description: optional, og_title: optional },
  ...{ og_description: optional, og_image: optional },
  ...{ twitter_title: optional, twitter_description: optional, twitter_image: optional },
  reading_time: fc.nat(),
  authors: fc.array(author, { maxLength: 3 }),
  tags: fc.array(tag, { maxLength: 3 }),
  primary_tag: fc.option(tag),
  visibility: fc.constantFrom('public' as const, 'members' as const, 'restricted' as const),
  access: fc.boolean(),
  featured: fc.boolean(),
  permalink: fc.option(fc.string()),
})

function setUpSnapshot() {
  const texts = new Map<string, string>()
  const store = {
    read: (name: string) => Promise.resolve(texts.get(name) ?? null),
    write: (name: string, text: string) => Promise.resolve(void texts.set(name, text)),
  }
  const log = createLog('silent')
  return { texts, snapshot: createSnapshot({ store, identity: 'one', maxBytes: Infinity, lifeMs: 1, log }) }
}

it('a list is read as it was written', async () => {
  const time = fc.double({ noNaN: true, noDefaultInfinity: true, min: 0 })
  await fc.assert(
    fc.asyncProperty(fc.array(post, { maxLength: 3 }), time, async (posts, readAt) => {
      const { texts, snapshot } = setUpSnapshot()
      snapshot.save('fr', posts, readAt)
      await vi.waitUntil(() => texts.size > 0, { interval: 0 })
      expect(await snapshot.read('fr')).toEqual({ posts, readAt })
    }),
  )
})

it('any content of the file, of this build or an older one, is a complete list or ignored', async () => {
  const { texts, snapshot } = setUpSnapshot()
  snapshot.save('fr', [], 1)
  await vi.waitUntil(() => texts.size > 0, { interval: 0 })
  const [name = ''] = texts.keys()
  const damaged = fc.tuple(post, fc.nat(), fc.nat(40)).map(([value, at, length]) => {
    const text = JSON.stringify({ readAt: 1, posts: [value] })
    const from = at % text.length
    return text.slice(0, from) + text.slice(from + length)
  })
  await fc.assert(
    fc.asyncProperty(fc.oneof(json, damaged), fc.boolean(), async (text, isSigned) => {
      texts.set(name, isSigned ? `${'a'.repeat(43)}\n${text}` : text)
      for (const read of (await snapshot.read('fr'))?.posts ?? []) expect(storedPost.safeParse(read).success).toBe(true)
    }),
  )
})

const entry: fc.Arbitrary<Entry> = fc.record({
  id: fc.nat(4 * 10 ** 12).map(createId),
  step: fc.constantFrom(...steps),
  state: fc.constant('waiting' as const),
  dueAt: fc.nat(10 ** 14),
  attempts: fc.nat(999_999),
})

it('the name of an outbox file contains the whole entry', () => {
  holds([entry, fc.boolean()], (one, refused) => {
    expect(parseEntry(fileOf(one), 'outbox')).toEqual(one)
    const kept: Entry = { ...one, state: 'refused' }
    if (refused) expect(parseEntry(fileOf(kept).replace('refused/', ''), 'refused')).toEqual(kept)
    expect(receivedAt(one)).toBeGreaterThanOrEqual(0)
  })
  holds([textOf('1', '.', 'contact', 'json', 'claimed', '20261120T161012345Z-', '3f9a2c1b7d10', '..', '/')], (name) => {
    const read = parseEntry(name, 'outbox')
    if (read !== null) expect(Number.isSafeInteger(read.dueAt) && !read.id.includes('/')).toBe(true)
  })
})

it('a message of the outbox is read as it was stored, and any other text is broken', () => {
  const message = fc.record({ name: wholeText, company: wholeText, email: wholeText, message: wholeText })
  holds([message, fc.constantFrom(...contactSubjects), fc.constantFrom(...languages)], (fields, subject, language) => {
    const kept: Message = {
      id: 'id',
      receivedAt: 'now',
      submission: { kind: 'contact', message: { ...fields, subject }, language, botCheck: 'scriptless' },
    }
    expect(parseMessage(formatMessage(kept))).toEqual({ kind: 'message', message: kept })
  })
  holds([json], (text) => expect(parseMessage(text)).toMatchObject({ kind: 'broken', reason: expect.any(String) }))
})

it('any Markdown file is a post or an error that names the file', async () => {
  await using folder = await temporaryFolder()
  await mkdir(join(folder.path, 'fr'))
  const asWritten = (html: string) => html
  const source = markdownSource(folder.path, asWritten, () => {})
  const findWritten = async (text: string) => {
    await writeFile(join(folder.path, 'fr/a.md'), text)
    return articleIn(source, 'fr', 'a')
  }
  const fields = ['title: A\n', 'excerpt: B\n', 'authors: [C]\n', 'published_at: 2026-05-04T09:00:00Z\n']
  const head = textOf(...fields, '- ', '&a ', '*a', '{', '!!js', ': ')
  const file = head.map((yaml) => `---\n${yaml}\n---\n`)
  await fc.assert(
    fc.asyncProperty(fc.oneof(file, anyText), async (text) => {
      const found = await findWritten(text)
      if (found.kind === 'failed') expect(found.message).toMatch(/^fr\/a\.md: /)
      else expect(found).toMatchObject({ value: { slug: 'a', title: expect.any(String) } })
    }),
  )
  const words = wholeText.filter((text) => text !== '')
  await fc.assert(
    fc.asyncProperty(words, words, fc.array(words, { minLength: 1, maxLength: 3 }), async (title, excerpt, authors) => {
      const yaml = stringify({ title, excerpt, authors, published_at: '2026-05-04T09:00:00Z' })
      const found = await findWritten(`---\n${yaml}---\nTexte.\n`)
      const shown = { title: plainText(title), excerpt: plainText(excerpt) }
      expect(found).toMatchObject({ value: { ...shown, authors: authors.map((name) => ({ name: plainText(name) })) } })
    }),
  )
})
