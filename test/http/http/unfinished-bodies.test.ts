import { connect } from 'node:net'
import request from 'supertest'
import { expect, it } from 'vitest'
import { shareSite } from '../../support/share-site.ts'
import { signatureHeader } from '../../support/ghost-delivery.ts'
import { requestText } from '../support/raw-socket.ts'
import { textIn } from '../support/texts.ts'
import { deliver, noon, siteChanged, startSiteWithWebhook } from '../support/webhook.ts'

/** Opens a connection and sends a request that is never complete. */
function hold(siteUrl: string, text: string) {
  const { hostname, port } = new URL(siteUrl)
  const connection = connect(Number(port), hostname).on('error', () => {})
  const held = { connection, received: '' }
  connection.on('data', (data: Buffer) => (held.received += data.toString('utf8')))
  connection.write(text)
  return held
}

const isRefused = ({ received }: { received: string }) => /^HTTP\/1\.1 503 [^]*^Retry-After: 1\r$/m.test(received)
const json = 'Content-Type: application/json'

it('limits unfinished forms to 4 MB: refuses the oldest, in their language and format', async () => {
  const site = await shareSite()
  const holdForm = (path: string, fields: string[]) =>
    hold(site.url, requestText(`POST ${path}`, [...fields, 'Content-Length: 65000'], 'a'.repeat(64_000)))
  const form = 'Content-Type: application/x-www-form-urlencoded'
  const asPage = [form, 'Accept: text/html', 'Referer: http://localhost/en/contact']
  const first = [holdForm('/api/contact', asPage), holdForm('/api/newsletter', [json])]
  const held = [...first, ...Array.from({ length: 100 }, () => holdForm('/language', asPage))]
  await expect.poll(() => held.filter(isRefused).length).toBeGreaterThan(30)
  await expect.poll(() => first.map(isRefused)).toEqual([true, true])
  expect(first[0]?.received).toContain(textIn('en', 'refusals', 'refused.title'))
  expect(first[1]?.received).toContain('"type":"ServiceUnavailableError"')
  // Complete bodies are still read.
  expect((await request(site.app).post('/api/newsletter').send({ email: 'a' })).status).toBe(422)
  for (const { connection } of held) connection.destroy()
})

it.each([
  { what: '255 KB', count: 80, bytes: 261_120, chunk: 261_120, max: 64 },
  { what: '10 MB', count: 4, bytes: 10_000_000, chunk: 10_000_000, max: 1 },
  { what: '100 KB, one byte at a time,', count: 3, bytes: 100_000, chunk: 1, max: 0 },
])('limits unfinished deliveries of $what to 16 MB and still reads those of Ghost', async (row) => {
  const { count, bytes, chunk, max } = row
  await using site = await startSiteWithWebhook({})
  const fields = [json, `X-Ghost-Signature: ${signatureHeader('{}', 'a stranger’s', noon)}`]
  const part = 'x'.repeat(chunk)
  const text =
    chunk < bytes
      ? requestText(
          'POST /webhooks/ghost',
          [...fields, 'Transfer-Encoding: chunked'],
          `${chunk.toString(16)}\r\n${part}\r\n`.repeat(bytes / chunk),
        )
      : requestText('POST /webhooks/ghost', [...fields, `Content-Length: ${bytes + 1}`], part)
  const held = Array.from({ length: count }, () => hold(site.url, text))
  await expect.poll(() => held.filter((text) => !isRefused(text)).length).toBeLessThanOrEqual(max)
  await deliver(site, siteChanged).expect(204)
  await deliver(site, { ...siteChanged, padding: 'x'.repeat(300_000) }).expect(204)
  expect(site.logged()).toContain('Webhook not read')
  for (const { connection } of held) connection.destroy()
})
