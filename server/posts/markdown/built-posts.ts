import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Post } from '../../../shared/post.ts'
import { parseJson } from '../../http/json.ts'
import type { PostFile } from './source.ts'

/** Posts as the parser makes them, each by the key of its file. */
export type BuiltPosts = ReadonlyMap<string, Post>

/** The same for the same text under the same name, in whatever folder. */
export function keyOf({ language, slug, text }: PostFile): string {
  return createHash('sha256')
    .update(JSON.stringify([language, slug, text]))
    .digest('base64url')
}

type Format = { build: string; posts: [key: string, post: Post][] }

/** @param build names the build whose parser has made them */
export function formatBuiltPosts(build: string, posts: BuiltPosts): string {
  return JSON.stringify({ build, posts: [...posts] } satisfies Format)
}

/** Reads what `formatBuiltPosts` has written; none if that is missing, damaged or another build's. */
export async function readBuiltPosts(path: string, build: string): Promise<BuiltPosts> {
  const text = await readFile(path, 'utf8').catch(() => '')
  const found = parseJson(text) as Format | undefined // of this build, or else looked at no further
  return new Map(found?.build === build ? found.posts : [])
}
