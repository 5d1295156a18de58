import type { Entry } from '../../server/outbox/entry.ts'
import { createSpool, type Spool } from '../../server/outbox/spool.ts'

export type Disk = 'works' | 'is full' | 'is read-only'

const changes = ['write', 'move', 'remove']
/** The calls that fail. */
const failing: Record<Disk, readonly string[]> = {
  works: [],
  'is full': ['write', 'probeWritable'],
  'is read-only': [...changes, 'mayBeWritten', 'probeWritable'],
}

type Call = (...args: unknown[]) => Promise<unknown>

/**
 * A spool of a process that may die at any moment, on a machine whose disk may fail. The calls of a dead process never end.
 *
 * @param onDisrupted gets the identifiers of messages whose operation a fault interrupted
 */
export function createMortalSpool(directory: string, machine: { disk: Disk }, onDisrupted: (id: string) => void) {
  const done = () => Promise.resolve()
  // The folder exists and has no foreign files. Skipped calls save time.
  const folder = { ...createSpool(directory), prepare: done, mayBeWritten: done, tidy: () => Promise.resolve([]) }
  const process = { isDead: false, diesIn: Infinity, diesAfterChange: false }
  const running = new Set<Promise<unknown>>()

  const mortal = (name: string, call: Call): Call => {
    return async (...args) => {
      const [entry] = args as [Entry?]
      const isChange = changes.includes(name)
      const fails = failing[machine.disk].includes(name)
      if (isChange) process.diesIn -= 1
      const dies = isChange && process.diesIn === 0
      if (entry && (dies || process.isDead || (fails && name !== 'write'))) onDisrupted(entry.id)
      process.isDead ||= dies && !process.diesAfterChange
      if (process.isDead) return new Promise(() => {})
      if (fails) throw Object.assign(new Error('the disk fails'), { code: 'EIO' })
      const result = call(...args).finally(() => running.delete(result))
      running.add(result)
      await result
      process.isDead ||= dies
      return process.isDead ? new Promise(() => {}) : result
    }
  }
  const calls = Object.entries(folder).flatMap(([name, call]) =>
    typeof call === 'string' ? [] : [[name, mortal(name, call as Call)]],
  )
  const spool: Partial<Spool> = Object.fromEntries(calls)
  return { process, spool, running }
}
