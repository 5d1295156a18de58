import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { parseJson } from '../http/json.ts'
import { mergeChanges, type PostsChange } from './change.ts'

export type InvalidationBusOptions = {
  /** The generation that Redis has; null where it has none, undefined where it does not answer. */
  readGeneration: () => Promise<string | null | undefined>
  /** Stores the generation, then sends the message; whether the message was sent. */
  send: (generation: string, message: string) => Promise<boolean>
  /** Is called with other instances' changes, and of "everything" where a message may have been missed. */
  onChange: (change: PostsChange) => void
}

const messageShape = z.object({
  from: z.string(),
  generation: z.string(),
  change: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('everything') }),
    z.object({ kind: z.literal('posts'), slugs: z.array(z.string()) }),
  ]),
})

/**
 * Carries changes between the instances of a site. Each change begins a generation; an entry that was read in another generation may
 * be of before the change. A generation is a random name rather than a number, so Redis may lose it.
 */
export function createInvalidationBus({ readGeneration, send, onChange }: InvalidationBusOptions) {
  const self = randomUUID()
  /** Undefined until Redis has answered. */
  let generation: string | null | undefined
  let isServing = false
  let mayHaveMissed = true
  /** Changes of this instance that could not be sent yet. */
  let pending: PostsChange | null = null

  async function publish(change: PostsChange): Promise<void> {
    generation = randomUUID()
    if (await send(generation, JSON.stringify({ from: self, generation, change }))) return
    pending = pending === null ? change : mergeChanges(pending, change)
  }

  async function resync(): Promise<void> {
    if (pending !== null) {
      const change = pending
      pending = null
      await publish(change)
    }
    // Redis has a generation of before this instance's own change until that is sent.
    if (!mayHaveMissed || pending !== null) return
    const stored = await readGeneration()
    if (stored === undefined) return
    mayHaveMissed = false
    if (stored === generation) return
    generation = stored
    if (isServing) onChange({ kind: 'everything' })
  }

  return {
    generation: () => generation,

    /** Tells the other instances, at once or as soon as Redis can be reached. */
    publish,

    onMessage(text: string): void {
      const message = messageShape.safeParse(parseJson(text)).data
      if (message === undefined) return
      // Own messages too: they come in the order in which Redis has stored the generations.
      generation = message.generation
      if (message.from !== self) onChange(message.change)
    },

    /** The channel is subscribed to: messages may have been missed until now. */
    async onSubscribed(): Promise<void> {
      mayHaveMissed = true
      await resync()
    },

    /** For each heartbeat of Redis: sends what is pending, and asks for the generation where messages may have been missed. */
    resync,

    /** Before the first visitor: until here there was no entry that a change could concern. */
    serve(): void {
      isServing = true
    },
  }
}
