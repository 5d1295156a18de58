import * as z from 'zod'
import type { Seal } from './seal.ts'

/** What was read from the source, and when; `value: null` is an absent one. */
export type SharedCopy<V> = { value: V | null; version: string; readAt: number }

/** Copies that outlive the process, or serve other instances. Neither of the two ever fails or waits long. */
export type SharedCopies<V> = {
  /** Whether others may have read meanwhile what is known here, so that they are asked before the source is. */
  isLive: boolean
  /** Null: there is none, or nobody can tell in time. `current`: nothing has changed since it was read, as far as is known. */
  read(key: string): Promise<{ copy: SharedCopy<V>; current: boolean } | null>
  /** To be called before the source is asked; what it gives keeps the answer, unless a change was told of meanwhile. */
  begin(): (key: string, copy: SharedCopy<V>, milliseconds: number) => void
}

export type SharedCopiesOptions<V> = {
  get: (name: string) => Promise<string | null>
  set: (name: string, value: string, milliseconds: number) => void
  /** What all names begin with: whatever else copies depend on. */
  prefix: string
  /** Others can write to where copies are kept, and could else have the site show anything. */
  seal: Seal
  value: z.ZodType<V>
  /** Names the state of the source since the last change; null before the first one, undefined where it is not known. */
  generation: () => string | null | undefined
}

/** One copy is one JSON text, sealed: the last to write wins. */
export function createSharedCopies<V>(options: SharedCopiesOptions<V>): SharedCopies<V> {
  const { get, set, prefix, seal, value, generation } = options
  const stored = z.object({
    generation: z.string().nullable(),
    readAt: z.number(),
    version: z.string(),
    value: value.nullable(),
  })
  type Stored = z.infer<typeof stored>

  /** The text's own object rather than the schema's: its keys keep their order, on which equality with others rests. */
  function parse(text: string): Stored | null {
    try {
      const parsed: unknown = JSON.parse(text)
      return stored.safeParse(parsed).success ? (parsed as Stored) : null
    } catch {
      return null
    }
  }

  return {
    isLive: true,

    async read(key) {
      const name = prefix + key
      const sealed = await get(name)
      const text = sealed === null ? null : seal.opened(name, sealed)
      const found = text === null ? null : parse(text)
      if (found === null) return null
      const { generation: written, ...copy } = found
      return { copy, current: written === generation() }
    },

    begin() {
      const written = generation()
      return (key, copy, milliseconds) => {
        if (written === undefined || generation() !== written || milliseconds <= 0) return
        const name = prefix + key
        const text = JSON.stringify({ generation: written, ...copy } satisfies Stored)
        set(name, [...seal.sealed(name, [text])].join(''), Math.ceil(milliseconds))
      }
    },
  }
}
