import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Post } from '../../../shared/post.ts'
import { type BuiltPosts, formatBuiltPosts, keyOf, readBuiltPosts } from './built-posts.ts'
import { createFileReader } from './file-reader.ts'
import type { PostFile } from './source.ts'
import { storedPostOf } from '../../../test/support/stored-post.ts'
import { folderForTest } from '../../../test/support/folder-for-test.ts'

const file: PostFile = { language: 'fr', slug: 'un', text: 'Un' }

/** A reader of files, and the files that it has parsed. */
function setUp(built: BuiltPosts, parsedPost: Partial<Post> = {}) {
  const parsed: string[] = []
  const read = createFileReader({
    readBuilt: () => Promise.resolve(built),
    loadParser: () => {
      parsed.push('loaded')
      return Promise.resolve(({ language, slug, text }) => {
        parsed.push(`${language}/${slug}: ${text}`)
        return storedPostOf(slug, { ...parsedPost, title: text })
      })
    },
    siteUrl: 'https://www.site.example',
  })
  return { read, parsed }
}

it('uses the built post, and loads no parser', async () => {
  const post = storedPostOf('un', { title: 'Du temps de la construction' })
  const { read, parsed } = setUp(new Map([[keyOf(file), post]]))
  expect(await read({ ...file })).toBe(post)
  expect(parsed).toEqual([])
})

it.each<[what: string, changed: PostFile]>([
  ['another text', { ...file, text: 'Deux' }],
  ['another name', { ...file, slug: 'deux' }],
  ['another language', { ...file, language: 'en' }],
])('parses a file of %s than at the build', async (_what, changed) => {
  const { read, parsed } = setUp(new Map([[keyOf(file), storedPostOf('un')]]))
  expect((await read(changed)).title).toBe(changed.text)
  expect(parsed).toEqual(['loaded', `${changed.language}/${changed.slug}: ${changed.text}`])
})

it('parses the same text once, and returns the same object', async () => {
  const { read, parsed } = setUp(new Map())
  const post = await read(file)
  for (const copy of [{ ...file }, { ...file }]) expect(await read(copy)).toBe(post)
  await read({ ...file, text: 'Deux' })
  expect(parsed).toEqual(['loaded', 'fr/un: Un', 'fr/un: Deux'])
})

it.each([
  ['/ai', 'https://www.site.example/ai'],
  ['https://www.site.example/blog/un', null],
  ['https://autre.example/un', 'https://autre.example/un'],
])('resolves the canonical URL %j with the current site URL', async (canonical_url, resolved) => {
  const { read } = setUp(new Map([[keyOf(file), storedPostOf('un', { canonical_url })]]))
  expect((await read(file)).canonical_url).toBe(resolved)
})

it('reads the posts of a build', async () => {
  const path = join(await folderForTest(), 'posts.json')
  const posts = new Map([[keyOf(file), storedPostOf('un')]])
  await writeFile(path, formatBuiltPosts('one', posts))
  expect(await readBuiltPosts(path, 'one')).toEqual(posts)
})

it.each([
  ['missing', null],
  ['of another build', formatBuiltPosts('other', new Map([['a', storedPostOf('un')]]))],
  ['cut off', formatBuiltPosts('one', new Map([['a', storedPostOf('un')]])).slice(0, -9)],
  ['of another shape', '{"posts":1}'],
  ['empty', ''],
])('has no posts if the file is %s', async (_what, text) => {
  const path = join(await folderForTest(), 'posts.json')
  if (text !== null) await writeFile(path, text)
  expect(await readBuiltPosts(path, 'one')).toEqual(new Map())
})
