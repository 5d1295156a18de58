import { finished } from 'node:stream'
import type { Response } from 'node-fetch'
import type { Accept } from '../outbox/outgoing.ts'
import type { Fetch } from '../http/fetch.ts'
import type { Render } from '../media/renderer.ts'
import type { CallKind, CallOutcome, Observer } from '../log/observer.ts'
import type { Route, Routes } from '../outbox/delivery.ts'
import { type Step, steps } from '../outbox/entry.ts'
import type { Posts } from '../posts/posts.ts'
import type { Answer } from '../posts/cache/revalidation.ts'

/** A `fetch` of the same behaviour that tells of every call, once its answer is whole or there will be none. */
export function observeFetch(fetch: Fetch, kind: CallKind, { onCall }: Observer): Fetch {
  return async (address, options) => {
    const began = performance.now()
    const tell = (outcome: CallOutcome) => onCall(kind, outcome, performance.now() - began)
    const withoutAnswer = () => (options?.signal?.aborted ? 'aborted' : 'failed')
    try {
      const answer = await fetch(address, options)
      const outcome = outcomeOf(answer)
      // Whether a refusal is read to its end is nobody's concern.
      if (outcome !== '2xx' || answer.body === null) tell(outcome)
      else finished(answer.body, (error) => tell(error ? withoutAnswer() : outcome))
      return answer
    } catch (error) {
      tell(withoutAnswer())
      throw error
    }
  }
}

function outcomeOf({ status }: Response): CallOutcome {
  if (status >= 500) return '5xx'
  if (status >= 400) return '4xx'
  return status >= 300 ? '3xx' : '2xx'
}

/** Articles as the application has them. */
export function observePosts(posts: Posts, { onPosts }: Observer): Posts {
  const tell = (about: 'list' | 'article', answer: Answer<object>) =>
    onPosts(about, answer.kind === 'held' ? answer.freshness : answer.kind)
  return {
    ...posts,
    async list(language) {
      const answer = await posts.list(language)
      tell('list', answer)
      return answer
    },
    async find(language, slug) {
      const answer = await posts.find(language, slug)
      tell('article', answer)
      return answer
    },
  }
}

/** The door for what visitors send, telling of each thing that came and whether it was taken. */
export function observeAccept(accept: Accept, { onAcceptance }: Observer): Accept {
  return async (outgoing, identity) => {
    const acceptance = await accept(outgoing, identity)
    onAcceptance(outgoing.kind, acceptance.kind)
    return acceptance
  }
}

/** The ways to where messages go, each telling of every attempt. */
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

/** The making of pictures, telling of each and of how long it took, in milliseconds. */
export function observeRender(render: Render, { onPicture }: Observer): Render {
  return async (bytes, wanted) => {
    const began = performance.now()
    const rendered = await render(bytes, wanted)
    onPicture(rendered.kind, performance.now() - began)
    return rendered
  }
}
