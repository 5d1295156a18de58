import { once } from 'node:events'
import type { Response } from 'express'
import type { Response as HostResponse } from 'node-fetch'
import type { PictureSize } from '../../shared/post.ts'
import { sendBusy } from '../http/send.ts'
import type { Log } from '../runtime/log.ts'
import type { MediaAddress } from './address.ts'
import { createSizeReader } from './picture-sizes.ts'
import { breakOff, checkLength, conditionsOf, setHead } from './stream.ts'

/**
 * Node checks at this interval whether bytes were sent. A client that receives none is disconnected within a minute, whether it or
 * its host is slow.
 */
const idleCheckMs = 30_000

/** Limit of a response that several clients share. It may wait in memory, so that no client delays another. */
const maxSharedBytes = 1024 * 1024

/** A request to a host, and the clients that wait for its response. */
type Transfer = { clients: Set<Response>; leaving: AbortController }

export type TransferOptions = {
  /** Requests media for a client; null if the host is busy. */
  request: (
    media: MediaAddress,
    client: Response,
    headers: [string, string][],
    leaving: AbortController,
  ) => Promise<HostResponse | null>
  /** Called with the path of the client's request. */
  onSize: (path: string, size: PictureSize) => void
  /** A URL without secrets, for the log. */
  nameOf: (address: URL) => string
  log: Log
}

/** Streams media from their host to clients, with its conditions and ranges (RFC 9110 §13, §14). Stores nothing. */
export function createTransfers({ request, onSize, nameOf, log }: TransferOptions) {
  /** By URL. Ghost resizes a picture again for each concurrent request, so waiting clients share one. */
  const awaited = new Map<string, Transfer>()

  function send(media: MediaAddress, client: Response, mayShare = true): void {
    const headers = conditionsOf(client.req)
    const key = mayShare && client.req.method === 'GET' && headers.length === 0 ? media.address.href : null
    const known = key === null ? undefined : awaited.get(key)
    const { clients, leaving } = known ?? { clients: new Set<Response>(), leaving: new AbortController() }
    clients.add(client)
    client.once('close', () => {
      if (clients.delete(client) && clients.size === 0) leaving.abort()
    })
    client.setTimeout(idleCheckMs, () => client.destroy())
    if (known) return
    if (key !== null) awaited.set(key, { clients, leaving })
    request(media, client, headers, leaving)
      .finally(() => key !== null && awaited.delete(key))
      .then((answer) => pass(answer, media, { clients, leaving }))
      .catch((error: unknown) => {
        const reason = reasonOf(leaving.signal.aborted ? leaving.signal.reason : error, 'an answer')
        if (clients.size > 0) log.warn({ media: nameOf(media.address), reason }, 'Media cannot be sent')
        for (const client of clients) breakOff(client)
        leaving.abort()
      })
  }

  async function pass(answer: HostResponse | null, media: MediaAddress, { clients, leaving }: Transfer): Promise<void> {
    if (answer === null) return clients.forEach((client) => sendBusy(client))
    const { body, headers, status } = answer
    const announced = headers.get('content-length')
    if (announced === null || Number(announced) > maxSharedBytes) {
      // Ghost has stored the size by now, so another request takes milliseconds.
      for (const client of [...clients].slice(1)) {
        clients.delete(client)
        send(media, client, false)
      }
    }
    const hasBody = [...clients].map((client) => setHead(client, answer, media)).includes(true)
    if (body === null || !hasBody) {
      body?.on('error', () => {}).resume()
      return clients.forEach((client) => client.end())
    }
    const isPicture = media.kind === 'picture'
    const [first] = clients
    const readSize =
      isPicture && status === 200 ? createSizeReader((size) => onSize(first?.req.path ?? '', size)) : () => {}
    let received = 0
    try {
      for await (const part of body) {
        const chunk = Buffer.from(part)
        received += chunk.length
        checkLength(media.kind, received)
        readSize(chunk)
        const [slow] = [...clients].filter((client) => !client.write(chunk))
        if (clients.size === 0) return
        if (slow && clients.size === 1) await once(slow, 'drain', { signal: leaving.signal })
      }
    } catch (error) {
      throw new Error(reasonOf(error, `${announced ?? 'more'} bytes after ${received}`))
    }
    if (isPicture && received === 0) throw new Error('expected a picture, got 0 bytes')
    for (const client of clients) client.end()
  }

  return send
}

/** What was expected, and the error code. node-fetch's own messages contain the CMS's address. */
function reasonOf(error: unknown, expected: string): string {
  const { code, message } = error as NodeJS.ErrnoException
  return code === undefined ? message : `expected ${expected}, got ${code}`
}
