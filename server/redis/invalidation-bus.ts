import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { parseJson } from '../http/json.ts'
import { mergeChanges, type PostsChange } from '../posts/change.ts'

const messageShape = z.object({
  from: z.string(),
  change: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('everything') }),
    z.object({ kind: z.literal('posts'), slugs: z.array(z.string()) }),
  ]),
})

/**
 * Carries changes between the instances of a site. An instance that could not listen for a while takes everything for changed.
 *
 * @param sendMessage resolves to whether the message was sent
 * @param onChange is called with other instances' changes, and with "everything" where a message may have been missed
 */
export function createInvalidationBus(
  sendMessage: (message: string) => Promise<boolean>,
  onChange: (change: PostsChange) => void,
) {
  const self = randomUUID()
  let isServing = false
  /** Changes of this instance that could not be sent yet. */
  let pending: PostsChange | null = null

  /** Tells the other instances, at once or as soon as Redis can be reached. */
  async function publish(change: PostsChange): Promise<void> {
    if (await sendMessage(JSON.stringify({ from: self, change }))) return
    pending = pending === null ? change : mergeChanges(pending, change)
  }

  return {
    publish,

    onMessage(text: string): void {
      const message = messageShape.safeParse(parseJson(text)).data
      if (message !== undefined && message.from !== self) onChange(message.change)
    },

    /** The channel is subscribed to: messages may have been missed until now. */
    onSubscribed(): void {
      if (isServing) onChange({ kind: 'everything' })
    },

    /** Sends what could not be sent before. */
    async resend(): Promise<void> {
      if (pending === null) return
      const change = pending
      pending = null
      await publish(change)
    },

    /** Before the first visitor: until here there was no entry that a change could concern. */
    serve(): void {
      isServing = true
    },
  }
}
