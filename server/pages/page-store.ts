import { LRUCache } from 'lru-cache'
import { type Representation, sizeOf } from '../http/content-encoding.ts'

export type PageStoreOptions = {
  maxBytes?: number
  /** Told of each document that is kept from now on. */
  onKept?: (page: Representation) => void
  /** Told of each that is kept no longer. */
  onDropped?: (page: Representation) => void
}

/**
 * Finished documents, each compressed once, bounded in bytes. A key names everything that a document depends on, so
 * nothing is ever purged: when posts change, so does the key, and the old document falls out by age of use.
 */
export function createPageStore({ maxBytes = 64 * 1024 * 1024, onKept, onDropped }: PageStoreOptions = {}) {
  const pages = new LRUCache<string, Representation>({
    maxSize: maxBytes,
    sizeCalculation: sizeOf,
    dispose: (page) => onDropped?.(page),
  })
  const flights = new Map<string, Promise<Representation>>()

  return {
    get: (key: string) => pages.get(key),

    /** Makes a document once for all who wait for it, and keeps it. A failure reaches them all, and is not kept. */
    make(key: string, render: () => Promise<Representation>): Promise<Representation> {
      const underWay = flights.get(key)
      if (underWay) return underWay
      const flight = render()
        .then((page) => {
          pages.set(key, page)
          onKept?.(page)
          return page
        })
        .finally(() => flights.delete(key))
      flights.set(key, flight)
      return flight
    },
  }
}

export type PageStore = ReturnType<typeof createPageStore>
