import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Post } from '../../../shared/post.ts'
import { parseJson } from '../../http/json.ts'
import type { PostFile } from './source.ts'

/** The parser's posts, by the keys of their files. */
export type BuiltPosts = ReadonlyMap<string, Post>

/** The key of a file: its language, name and text, in any folder. */
export function keyOf({ language, slug, text }: PostFile): string {
  return createHash('sha256')
    .update(JSON.stringify([language, slug, text]))
    .digest('base64url')
}

type Format = { build: string; posts: [key: string, post: Post][] }

/** @param build identifies the build whose parser converted the posts */
export function formatBuiltPosts(build: string, posts: BuiltPosts): string {
  return JSON.stringify({ build, posts: [...posts] } satisfies Format)
}

/** Reads a file that `formatBuiltPosts` wrote. Empty if the file is missing, damaged or another build's. */
export async function readBuiltPosts(path: string, build: string): Promise<BuiltPosts> {
  const text = await readFile(path, 'utf8').catch(() => '')
  const found = parseJson(text) as Format | undefined // used only if it is of this build
  return new Map(found?.build === build ? found.posts : [])
}
