import type { Language } from '../shared/language.ts'
import type { Neighbours, Post, PostSource, PostSummary } from '../shared/post.ts'

/** How long an answer that was fetched ahead may still be used, in milliseconds. */
const memoryMs = 30_000

/** The browser's posts: the site's own API. A failure is said on the console, and shown as the page shows it. */
export function createBrowserPosts(): PostSource {
  return remembering({
    async list(language) {
      const answer = await ask<{ posts: PostSummary[] }>('/api/posts', language)
      if (answer.kind === 'answered') return { kind: 'listed', posts: answer.body.posts }
      return { kind: 'unavailable', retryAfterSeconds: answer.retryAfterSeconds }
    },

    async find(language, slug) {
      const answer = await ask<{ posts: Post[]; meta: Neighbours }>(`/api/posts/${encodeURIComponent(slug)}`, language)
      if (answer.kind === 'answered') {
        const [post] = answer.body.posts
        return post ? { kind: 'found', post, neighbours: answer.body.meta } : { kind: 'missing' }
      }
      if (answer.status === 404) return { kind: 'missing' }
      return { kind: 'unavailable', retryAfterSeconds: answer.retryAfterSeconds }
    },
  })
}

/** Keeps answers for a moment: what a link fetched under the pointer is there when it is chosen. */
function remembering(source: PostSource): PostSource {
  const answers = new Map<string, { answer: unknown; until: number }>()

  function remembered<T>(key: string, ask: () => T | Promise<T>): T | Promise<T> {
    const known = answers.get(key)
    // The same key always holds the same kind of answer.
    if (known && Date.now() < known.until) return known.answer as T | Promise<T>
    const answer = ask()
    answers.set(key, { answer, until: Date.now() + memoryMs })
    // Only what was found is worth keeping; a failure is asked again.
    void Promise.resolve(answer).then((outcome) => {
      const { kind } = outcome as { kind: string }
      if (kind !== 'listed' && kind !== 'found') answers.delete(key)
    })
    return answer
  }

  return {
    list: (language) => remembered(language, () => source.list(language)),
    find: (language, slug) => remembered(`${language}/${slug}`, () => source.find(language, slug)),
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
