import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { CopyFolder } from './copy-folder.ts'
import type { SharedPosts } from './posts.ts'
import type { Seal } from './seal.ts'
import type { SharedCopies } from './shared-copies.ts'
import { storedFormat, storedPost } from './stored-post.ts'
import { jsonPieces } from './version.ts'

/**
 * The last good copies of this process, for the next one: it shows them, as stale ones, until it has read its own. What is
 * damaged, of another format, of another site or not of this secret is as good as none.
 *
 * @param identity names whatever else copies depend on: two sites that share a folder do not meet
 */
export function createDiskPosts(folder: CopyFolder, identity: string, seal: Seal): SharedPosts {
  return {
    lists: createDiskCopies('list', z.array(storedPost), folder, identity, seal),
    articles: createDiskCopies('article', storedPost, folder, identity, seal),
  }
}

function createDiskCopies<V extends object>(
  kind: string,
  value: z.ZodType<V>,
  folder: CopyFolder,
  identity: string,
  seal: Seal,
): SharedCopies<V> {
  const labelOf = (key: string) => JSON.stringify([identity, storedFormat, kind, key])
  const nameOf = (key: string) => createHash('sha256').update(labelOf(key)).digest('hex').slice(0, 32)
  const stored = z.object({ version: z.string(), value })
  type Stored = z.infer<typeof stored>

  /** The text's own object rather than the schema's: its keys keep their order, which the version is made from. */
  function parse(text: string): Stored | null {
    try {
      const parsed: unknown = JSON.parse(text)
      return stored.safeParse(parsed).success ? (parsed as Stored) : null
    } catch {
      return null
    }
  }

  function* piecesOf({ version, value }: Stored) {
    yield `${JSON.stringify({ version }).slice(0, -1)},"value":`
    yield* jsonPieces(value)
    yield '}'
  }

  return {
    isLive: false,

    async read(key) {
      const found = await folder.read(nameOf(key))
      if (found === null) return null
      const text = seal.opened(labelOf(key), found.text)
      const copy = text === null ? null : parse(text)
      if (copy === null) {
        folder.remove(nameOf(key))
        return null
      }
      const { value, version } = copy
      // Nobody knows what was told while no process of this site was there to hear it.
      return { copy: { value, version, readAt: found.readAt }, current: false }
    },

    begin:
      () =>
      (key, { value, version, readAt }) => {
        const name = nameOf(key)
        if (value === null) return folder.remove(name)
        folder.write({ name, version, readAt, pieces: () => seal.sealed(labelOf(key), piecesOf({ version, value })) })
      },
  }
}
