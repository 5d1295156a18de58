import * as z from 'zod'
import type { Seal } from './seal.ts'

/** What was read from the source, and when, in milliseconds since 1970; `value: null` is an absent one. */
type SharedEntry<V> = { value: V | null; readAt: number }

/** Entries of all instances. Neither of the two ever fails or waits long. */
export type SharedEntries<V> = {
  /** Null: there is none, or it does not come in time. `isCurrent`: nothing is known to have changed since it was read. */
  read(key: string): Promise<{ entry: SharedEntry<V>; isCurrent: boolean } | null>
  /** To be called before the source is asked; what it returns writes the answer through, unless a change came meanwhile. */
  prepareWrite(): (key: string, entry: SharedEntry<V>, milliseconds: number) => void
}

export type SharedEntriesOptions<V> = {
  get: (name: string) => Promise<string | null>
  set: (name: string, value: string, milliseconds: number) => void
  /** What all names begin with: whatever else entries depend on. */
  prefix: string
  /** Other programs can write to where entries are kept, and could else have the site show anything. */
  seal: Seal
  value: z.ZodType<V>
  /** Names the state of the source since the last change; null before the first one, undefined where it is not known. */
  generation: () => string | null | undefined
}

/** One entry is one JSON text, sealed: the last to write wins. */
export function createSharedEntries<V>(options: SharedEntriesOptions<V>): SharedEntries<V> {
  const { get, set, prefix, seal, value, generation } = options
  const stored = z.object({ generation: z.string().nullable(), readAt: z.number(), value: value.nullable() })

  return {
    async read(key) {
      const name = prefix + key
      const found = seal.parse(name, (await get(name)) ?? '', stored)
      return (
        found && { entry: { value: found.value, readAt: found.readAt }, isCurrent: found.generation === generation() }
      )
    },

    prepareWrite() {
      const written = generation()
      return (key, entry, milliseconds) => {
        if (written === undefined || generation() !== written || milliseconds <= 0) return
        const name = prefix + key
        const text = JSON.stringify({ generation: written, ...entry } satisfies z.infer<typeof stored>)
        set(name, [...seal.sealed(name, [text])].join(''), Math.ceil(milliseconds))
      }
    },
  }
}
