import { finished } from 'node:stream'
import type { Response } from 'node-fetch'
import type { Accept } from '../outbox/outbox.ts'
import type { Fetch } from '../http/fetch.ts'
import type { PictureRenderer } from '../media/picture-renderer.ts'
import type { CallKind, CallOutcome, Observer } from '../log/observer.ts'
import type { Route, Routes } from '../outbox/delivery.ts'
import { type Step, steps } from '../outbox/entry.ts'
import type { Posts } from '../posts/posts.ts'
import type { CacheAnswer } from '../posts/cache/revalidation.ts'

/** The same `fetch`; it notifies the observer of every call, once its answer is whole or there will be none. */
export function observeFetch(fetch: Fetch, kind: CallKind, { onCall }: Observer): Fetch {
  return async (address, options) => {
    const began = performance.now()
    const notify = (outcome: CallOutcome) => onCall(kind, outcome, performance.now() - began)
    const withoutAnswer = () => (options?.signal?.aborted ? 'aborted' : 'failed')
    try {
      const answer = await fetch(address, options)
      const outcome = outcomeOf(answer)
      // Callers do not read a refusal to its end.
      if (outcome !== '2xx' || answer.body === null) notify(outcome)
      else finished(answer.body, (error) => notify(error ? withoutAnswer() : outcome))
      return answer
    } catch (error) {
      notify(withoutAnswer())
      throw error
    }
  }
}

function outcomeOf({ status }: Response): CallOutcome {
  if (status >= 500) return '5xx'
  if (status >= 400) return '4xx'
  return status >= 300 ? '3xx' : '2xx'
}

/** The same posts; each list and article that the application reads is counted. */
export function observePosts(posts: Posts, { onPosts }: Observer): Posts {
  const notify = (about: 'list' | 'article', answer: CacheAnswer<object>) =>
    onPosts(about, answer.kind === 'cached' ? answer.freshness : answer.kind)
  return {
    ...posts,
    async list(language) {
      const answer = await posts.list(language)
      notify('list', answer)
      return answer
    },
    async find(language, slug) {
      const answer = await posts.find(language, slug)
      notify('article', answer)
      return answer
    },
  }
}

/** Counts each submission and whether it was taken; one sent again is taken too. */
export function observeAccept(accept: Accept, { onAcceptance }: Observer): Accept {
  return async (submission, key) => {
    const acceptance = await accept(submission, key)
    onAcceptance(submission.kind, acceptance.kind === 'known' ? 'accepted' : acceptance.kind)
    return acceptance
  }
}

/** The same routes; every attempt to deliver is counted. */
export function observeRoutes(routes: Routes, { onDelivery }: Observer): Routes {
  const observe = (step: Step, route: Route | null): Route | null =>
    route && {
      ...route,
      async deliver(message, signal) {
        const began = performance.now()
        const delivery = await route.deliver(message, signal)
        onDelivery(step, delivery.kind, performance.now() - began)
        return delivery
      },
    }
  const observed = steps.map((step) => [step, observe(step, routes[step])] as const)
  return Object.fromEntries(observed) as Routes // Object.fromEntries forgets the keys; `steps` is all of them
}

/** The same `render`; each picture is counted, with how long it took. */
export function observeRender(render: PictureRenderer, { onPicture }: Observer): PictureRenderer {
  return async (original, wanted) => {
    const began = performance.now()
    const rendered = await render(original, wanted)
    onPicture(rendered.kind, performance.now() - began)
    return rendered
  }
}
