import type { Post } from '../../shared/post.ts'
import { versionOf } from './version.ts'

/** A post as a list holds it: whole, with the version that a copy of its own would have. */
export type ListedPost = { post: Post; version: string }

/**
 * Finds posts in lists by their slug. What it works out it remembers as long as the list is there: a list of thousands is
 * looked into at every request.
 */
export function createListedPosts() {
  const indexes = new WeakMap<readonly Post[], ReadonlyMap<string, Post>>()
  const versions = new WeakMap<Post, string>()

  return (list: readonly Post[], slug: string): ListedPost | null => {
    const index = indexes.get(list) ?? new Map(list.map((post) => [post.slug, post]))
    indexes.set(list, index)
    const post = index.get(slug)
    if (post === undefined) return null
    const version = versions.get(post) ?? versionOf(post)
    versions.set(post, version)
    return { post, version }
  }
}
