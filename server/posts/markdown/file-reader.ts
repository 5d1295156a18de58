import type { Post } from '../../../shared/post.ts'
import { canonicalOf } from '../metadata/metadata.ts'
import { type BuiltPosts, keyOf } from './built-posts.ts'
import type { ParsePost } from './post-parser.ts'
import type { PostFile } from './source.ts'

export type FileReaderOptions = {
  /** Built posts, read with the first file. */
  readBuilt: () => Promise<BuiltPosts>
  /** Called for the first file that the build did not convert. */
  loadParser: () => Promise<ParsePost>
  /** The public origin. */
  siteUrl: string
}

/**
 * Converts each file once, since a list is read again every minute. The build has converted the files that it knew. The parser, which
 * takes time and memory to load, converts the others.
 *
 * @returns a function that throws an error with the name of the file
 * @see docs/decisions/048-markdown-made-at-the-build.md
 */
export function createFileReader({
  readBuilt,
  loadParser,
  siteUrl,
}: FileReaderOptions): (file: PostFile) => Promise<Post> {
  /** The last post of each file. */
  const parsed = new Map<string, { key: string; post: Post }>()
  let built: Promise<BuiltPosts> | null = null
  let parser: Promise<ParsePost> | null = null

  async function parse(key: string, file: PostFile): Promise<Post> {
    const name = `${file.language}/${file.slug}`
    const last = parsed.get(name)
    if (last?.key === key) return last.post
    parser ??= loadParser()
    const post = (await parser)(file)
    parsed.set(name, { key, post })
    return post
  }

  return async (file) => {
    const key = keyOf(file)
    built ??= readBuilt()
    const post = (await built).get(key) ?? (await parse(key, file))
    if (post.canonical_url === null) return post
    const { language, slug } = file
    return {
      ...post,
      canonical_url: canonicalOf(post.canonical_url, { language, slug, siteUrl, link: (address) => address }),
    }
  }
}
