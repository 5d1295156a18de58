import type { Delivery } from '../../server/outbox/delivery.ts'
import type { Message } from '../../server/outbox/message.ts'
import { delivered } from './outbox-at-hand.ts'

/** A deliverer that records what it is given, and gives these answers in turn, then always the last. */
export function deliverer(...answers: Delivery[]) {
  const given: Message[] = []
  return {
    given,
    emails: () =>
      given.map(({ submission }) => (submission.kind === 'subscription' ? submission.email : submission.message.email)),
    deliver: (message: Message) => {
      given.push(message)
      return Promise.resolve(answers[Math.min(given.length, answers.length) - 1] ?? delivered)
    },
  }
}
