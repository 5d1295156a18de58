import type { Delivery } from '../../server/outbox/delivery.ts'
import type { Message } from '../../server/outbox/message.ts'
import { delivered, type OutboxAtHand } from './outbox-at-hand.ts'

/** A deliverer that records its messages. It returns these outcomes in turn, then always the last one. */
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

/** The number of deliveries that begin at each poll, a step apart from now on. */
export async function beginningsIn(
  outbox: OutboxAtHand,
  { given }: ReturnType<typeof deliverer>,
  looks: number,
  stepMs: number,
) {
  const start = outbox.clock.now
  const beginnings: number[] = []
  for (let look = 0; look < looks; look += 1) {
    outbox.clock.now = start + look * stepMs
    const before = given.length
    await outbox.pass()
    beginnings.push(given.length - before)
  }
  return beginnings
}
