import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { joined, type PostsChange } from './change.ts'

export type ChangeNewsOptions = {
  /** The generation that is known to all; undefined where nobody can tell. */
  readGeneration: () => Promise<string | null | undefined>
  /** Stores the generation and tells the others, in this order; whether they were told. */
  announce: (generation: string, message: string) => Promise<boolean>
  /** What others have told of, or what may have been missed. */
  onChange: (change: PostsChange) => void
}

const news = z.object({
  from: z.string(),
  generation: z.string(),
  change: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('everything') }),
    z.object({ kind: z.literal('posts'), slugs: z.array(z.string()) }),
  ]),
})

/**
 * How instances tell each other of changes. Each change begins a generation; a copy that was read in another one may be of
 * before. It is a name and not a number, so one that is lost with Redis's memory does no harm.
 */
export function createChangeNews({ readGeneration, announce, onChange }: ChangeNewsOptions) {
  const self = randomUUID()
  /** Undefined as long as Redis has not been asked. */
  let generation: string | null | undefined
  let serving = false
  let missed = true
  let untold: PostsChange | null = null

  async function tell(change: PostsChange): Promise<void> {
    generation = randomUUID()
    if (await announce(generation, JSON.stringify({ from: self, generation, change }))) return
    untold = untold === null ? change : joined(untold, change)
  }

  async function catchUp(): Promise<void> {
    if (untold !== null) {
      const change = untold
      untold = null
      await tell(change)
    }
    // While our own change is untold, what others know is of before it.
    if (!missed || untold !== null) return
    const known = await readGeneration()
    if (known === undefined) return
    missed = false
    if (known === generation) return
    generation = known
    if (serving) onChange({ kind: 'everything' })
  }

  return {
    generation: () => generation,

    /** Tells the others, at once or as soon as they can be reached. */
    tell,

    /** A message of the channel. */
    hear(message: string): void {
      const parsed = news.safeParse(parseJson(message))
      if (!parsed.success) return
      // Our own too: it says in which order the changes came.
      generation = parsed.data.generation
      if (parsed.data.from !== self) onChange(parsed.data.change)
    },

    /** Messages may have been missed until now. */
    async listening(): Promise<void> {
      missed = true
      await catchUp()
    },

    /** Redis can be used: called often, it asks only where something was missed or is untold. */
    catchUp,

    /** Visitors may come from now on: until here nothing was held that a change could concern. */
    serve(): void {
      serving = true
    },
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
