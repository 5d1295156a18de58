import type { Language } from '../shared/language.ts'
import type { Post, PostSource, PostSummary } from '../shared/post.ts'

/** The browser's posts: the site's own API. A failure is said on the console, and shown as the page shows it. */
export function createBrowserPosts(): PostSource {
  return {
    async list(language) {
      const answer = await ask<{ posts: PostSummary[] }>('/api/posts', language)
      if (answer.kind === 'answered') return { kind: 'listed', posts: answer.body.posts }
      return { kind: 'unavailable', retryAfterSeconds: answer.retryAfterSeconds }
    },

    async find(language, slug) {
      const answer = await ask<{ posts: Post[] }>(`/api/posts/${encodeURIComponent(slug)}`, language)
      if (answer.kind === 'answered') {
        const [post] = answer.body.posts
        return post ? { kind: 'found', post } : { kind: 'missing' }
      }
      if (answer.status === 404) return { kind: 'missing' }
      return { kind: 'unavailable', retryAfterSeconds: answer.retryAfterSeconds }
    },
  }
}

type Answer<T> = { kind: 'answered'; body: T } | { kind: 'failed'; status: number | null; retryAfterSeconds: number }

async function ask<T>(path: string, language: Language): Promise<Answer<T>> {
  try {
    const response = await fetch(`${path}?lang=${language}`)
    if (response.ok) return { kind: 'answered', body: (await response.json()) as T }
    // The browser itself says 404 and 503 on its console.
    return {
      kind: 'failed',
      status: response.status,
      retryAfterSeconds: Number(response.headers.get('retry-after')) || 1,
    }
  } catch (error) {
    console.error(`GET ${path}?lang=${language} failed`, error)
    return { kind: 'failed', status: null, retryAfterSeconds: 1 }
  }
}
