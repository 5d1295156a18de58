import { connect, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { signatureHeader } from '../../support/ghost-delivery.ts'
import { deliver, noon, type Site, siteChanged, startSiteWithWebhook } from '../support/webhook.ts'

type Held = { connection: Socket; said: () => string }

/** Sends deliveries with a wrong signature, all but their last byte, and collects the responses. */
function hold(site: Site, count: number, bytes: number, chunk = bytes): Held[] {
  const { hostname, port } = new URL(site.url)
  const signature = signatureHeader('{}', 'a stranger’s', noon)
  const fields = ['Host: localhost', 'Content-Type: application/json', `X-Ghost-Signature: ${signature}`]
  const isChunked = chunk < bytes
  const length = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${bytes + 1}`
  const part = isChunked ? `${chunk.toString(16)}\r\n${'x'.repeat(chunk)}\r\n` : 'x'.repeat(chunk)
  return Array.from({ length: count }, () => {
    const connection = connect(Number(port), hostname).on('error', () => {})
    let said = ''
    connection.on('data', (data: Buffer) => (said += data.toString('latin1')))
    connection.write(`POST /webhooks/ghost HTTP/1.1\r\n${[...fields, length].join('\r\n')}\r\n\r\n`)
    connection.write(part.repeat(bytes / chunk))
    return { connection, said: () => said }
  })
}

const isRefused = ({ said }: Held) => /^HTTP\/1\.1 503 [^]*^Retry-After: 1\r$/m.test(said())

it.each([
  ['255 KB', 80, 261_120, 261_120, 64],
  ['10 MB', 4, 10_000_000, 10_000_000, 1],
  ['100 KB that come one byte at a time', 3, 100_000, 1, 0],
])(
  'holds 16 MB of deliveries of %s, and accepts one of Ghost’s meanwhile',
  async (_size, count, bytes, chunk, most) => {
    await using site = await startSiteWithWebhook({})
    const held = hold(site, count, bytes, chunk)
    const left = () => held.filter((delivery) => !isRefused(delivery)).length
    await expect.poll(left).toBeLessThanOrEqual(most)
    await deliver(site, siteChanged).expect(204)
    await deliver(site, { ...siteChanged, padding: 'x'.repeat(300_000) }).expect(204)
    expect(site.logged()).toContain('Webhook not read')
    for (const { connection } of held) connection.destroy()
  },
)
