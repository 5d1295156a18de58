import type { Observer } from '../log/observer.ts'
import { createDurationTally, createTally } from './tally.ts'

/** From a page that is ready to a Ghost that is ill, in seconds. */
const answerBounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** Another machine, or a picture, in seconds. */
const workBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20]

const methods = new Set(['GET', 'HEAD', 'POST'])

/** Keeps what the observer is told, as plain numbers, until somebody asks. */
export function createCounting() {
  const counts = {
    requests: createTally<[route: string, method: string, status: string]>(),
    requestDurations: createDurationTally(answerBounds),
    refusals: createTally<[status: string]>(),
    pages: createTally<[outcome: string]>(),
    posts: createTally<[about: string, outcome: string]>(),
    calls: createTally<[kind: string, outcome: string]>(),
    callDurations: createDurationTally(workBounds),
    acceptances: createTally<[kind: string, outcome: string]>(),
    deliveries: createTally<[step: string, outcome: string]>(),
    deliveryDurations: createDurationTally(workBounds),
    pictures: createTally<[outcome: string]>(),
    pictureDurations: createDurationTally(workBounds),
    redisFaults: createTally<[reason: string]>(),
  }

  const observer: Observer = {
    onAnswer(route, method = '', status, duration) {
      counts.requests.add(route, methods.has(method) ? method : 'other', status === null ? 'aborted' : String(status))
      counts.requestDurations.add(route, duration)
    },
    onRefusal: (status) => counts.refusals.add(String(status)),
    onPage: counts.pages.add,
    onPosts: counts.posts.add,
    onCall(kind, outcome, duration) {
      counts.calls.add(kind, outcome)
      counts.callDurations.add(kind, duration)
    },
    onAcceptance: counts.acceptances.add,
    onDelivery(step, outcome, duration) {
      counts.deliveries.add(step, outcome)
      counts.deliveryDurations.add(step, duration)
    },
    onPicture(outcome, duration) {
      counts.pictures.add(outcome)
      counts.pictureDurations.add('', duration)
    },
    onRedisFault: counts.redisFaults.add,
  }
  return { counts, observer }
}

export type Counts = ReturnType<typeof createCounting>['counts']
