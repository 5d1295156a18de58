import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { shareSite, shareSiteWithGhost } from '../../support/share-site.ts'
import { exchange, requestText, statusesIn } from '../support/raw-socket.ts'

const configured = {
  SITE_URL: 'https://www.site.example',
  GHOST_WEBHOOK_SECRET: 'the webhook’s secret',
  NEWSLETTER: 'simulated',
}
const json = 'Content-Type: application/json'
const form = 'Content-Type: application/x-www-form-urlencoded'

const { ghost, site } = await shareSiteWithGhost(undefined, configured)
const behind = await shareSite({ TRUST_PROXY: '1' })

/** Errors in the logs: none of these requests is the site's fault. */
function errors(): string[] {
  return (site.logged() + behind.logged()).split('\n').filter((line) => /"level":[56]0/.test(line))
}

// See posts-api.test.ts and statuses.test.ts for ordinary ones, and odd-addresses.test.ts for odd names in every place.
const paths: Record<number, string[]> = {
  400: [
    ...['/%zz', '/%c0%ae%c0%ae/etc/passwd', '/%ed%a0%80', '/api/posts?__proto__=fr', '/api/posts?lang=%00'],
    ...['', '?', '#', 'ai', 'evil.example:443', 'ftp://localhost/ai', 'http://', 'http://a:b/ai'],
    ...['http://page=2lang=:l.example/ai', '/a b', '/\x01', '/é', '/\u2028', '/blog\r'],
  ],
  404: [
    ...['*', '/../../etc/passwd', '/..%2f..%2fetc%2fpasswd', '/a/%2e%2e/ai', '/.git/HEAD', '/.env', '/package.json'],
    ...['/assets/../../package.json', '/assets/%2e%2e/%2e%2e/package.json', '/assets/..%5c..%5cpackage.json'],
    ...['/assets/..%2f..%2fpackage.json', '/.vite/manifest.json', '/assets/../.vite/manifest.json'],
    ...['//evil.example', '/\\evil.example', '/'.repeat(5000), `/${'a'.repeat(8000)}`, `/${'%41'.repeat(3000)}`],
    ...['/%F0%9F%92%A9', '/blog/%E2%80%AE', '/blog/constructor', '/en/hasOwnProperty', '/ai;a=b'],
    ...['/api/posts/..%2fsettings?lang=fr', "/api/posts/x'+tag:en?lang=fr"],
    ...['/media/content/images/%2e%2e/%2e%2e/ghost/x.png', '/media/content/images/../../ghost/x.png'],
    ...['/media/external/x/y', '/media//evil.example/content/images/a.png', '/media/http://evil.example/a.png'],
    ...['/media/content/settings.json', '/media/content/../content/images'],
  ],
  431: [`/${'a'.repeat(20_000)}`],
}

it.each(Object.entries(paths).flatMap(([status, given]) => given.map((path) => ({ path, status: Number(status) }))))(
  'answers the path $path with $status',
  async ({ path, status }) => {
    const answers = await exchange(site.url, Buffer.from(requestText(`GET ${path}`)))
    expect(statusesIn(answers)).toEqual([status])
    expect(answers).not.toMatch(/^Location:/im)
    expect(errors()).toEqual([])
    // Unknown paths cause no other calls to the CMS: only its posts are requested.
    expect(ghost.calls.filter(({ pathname }) => !/^\/ghost\/api\/content\/posts\/$/.test(pathname))).toEqual([])
  },
)

it.each(['http://evil.example/ai', 'https://evil.example/ai', 'http://localhost/ai'])(
  'accepts the absolute form %s, as every server must (RFC 9112 §3.2.2)',
  async (target) => {
    const answer = await exchange(site.url, requestText(`GET ${target}`))
    expect(statusesIn(answer)).toEqual([200])
    expect(answer).not.toContain('evil.example')
    const redirect = await exchange(site.url, requestText(`GET ${target}/`))
    expect(redirect).toMatch(/^Location: \/ai\r$/m)
  },
)

// Node itself rejects most malformed heads. See server/http/negotiation.property.test.ts for encodings and tags.
it.each([
  { name: 'a huge field', fields: [`X-A: ${'a'.repeat(20_000)}`], status: 431 },
  { name: 'a null character', fields: ['X-A: a\x00b'], status: 400 },
  { name: 'broken cookies', fields: ['Cookie: =; ;;; i18next; %; i18next=%ff; i18next="en'], status: 200 },
  { name: 'a huge cookie', fields: [`Cookie: ${'a=b; '.repeat(2500)}`], status: 200 },
  { name: 'absurd ranges', fields: ['Range: bytes=99999999999999999999-0,1-1,-0'], status: 200 },
  { name: 'a date that is none', fields: ['If-Modified-Since: never'], status: 200 },
  { name: 'who forwards', fields: [`X-Forwarded-For: ${'1,'.repeat(2000)}`, 'X-Forwarded-Proto: gopher'], status: 200 },
  { name: 'another method within', fields: ['X-HTTP-Method-Override: DELETE'], status: 200 },
  { name: 'an expectation', fields: ['Expect: 200-ok'], status: 417 },
  { name: 'an upgrade', fields: ['Upgrade: h2c', 'HTTP2-Settings: AAA'], status: 200 },
])('answers a request with $name with $status', async ({ fields, status }) => {
  const answers = await exchange(behind.url, requestText('GET /ai', fields))
  expect(statusesIn(answers)).toEqual([status])
  expect(errors()).toEqual([])
})

const strangeHosts = ['evil.example', 'a b', 'evil.example/x', 'evil.example\\x', 'a@b', '<script>', '"']

it.each(strangeHosts)('does not repeat the host "%s" in its answer', async (host) => {
  const second = `Host: localhost\r\nHost: ${host}`
  for (const fields of [`Host: ${host}`, second]) {
    const answers = await exchange(site.url, `GET /ai/ HTTP/1.1\r\n${fields}\r\nConnection: close\r\n\r\n`)
    expect(statusesIn(answers)).toEqual([301])
    // One of the hosts is a quotation mark, which the policy contains too.
    expect(answers.replace(/^Content-Security-Policy: .*$/m, '')).not.toContain(host)
  }
})

// See statuses.test.ts for the usual methods.
it.each(['TRACE', 'PROPFIND', 'M-SEARCH'])(
  'answers the method %s with 405, and does not repeat the request',
  async (method) => {
    for (const path of ['/', '/en/blog', '/api/posts?lang=fr', '/favicon.svg', '/rss.xml', '/language', '/fr']) {
      const answers = await exchange(site.url, requestText(`${method} ${path}`, ['X-Mark: reflected']))
      expect([path, statusesIn(answers)]).toEqual([path, [405]])
      expect(answers).toMatch(/^Allow: /m)
      expect(answers).not.toContain('reflected')
    }
  },
)

const bomb = gzipSync(`{"email":"${'a'.repeat(20_000_000)}"}`)

// See bodies.test.ts for ordinary ones, and posted-values.test.ts for any value of a field.
const bodies: { name: string; fields: string[]; body: string | Buffer; status: number }[] = [
  { name: 'deep JSON', fields: [json], body: '['.repeat(8000) + ']'.repeat(8000), status: 422 },
  { name: 'prototype keys', fields: [json], body: '{"__proto__":{"email":"a@b.ca"},"name":{}}', status: 422 },
  { name: 'half a character', fields: [json], body: '{"email":"\\ud800@b.ca","name":"\\udfff"}', status: 422 },
  { name: 'no UTF-8', fields: [json], body: Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), status: 400 },
  { name: 'broken percent-encoding', fields: [form], body: 'email=%&name=%ff&lang=%zz', status: 303 },
  { name: 'a bomb', fields: [json, 'Content-Encoding: gzip'], body: bomb, status: 413 },
  { name: 'a bomb as a form', fields: [form, 'Content-Encoding: gzip'], body: bomb, status: 413 },
  { name: 'an encoding that it has not', fields: [json, 'Content-Encoding: gzip'], body: '{}', status: 400 },
  { name: 'an unknown encoding', fields: [json, 'Content-Encoding: evil'], body: '{}', status: 415 },
  { name: 'an unknown charset', fields: [`${json}; charset=evil`], body: '{}', status: 415 },
  { name: 'an absurd type', fields: [`Content-Type: ${'/;='.repeat(900)}`], body: '{}', status: 415 },
]

it.each(bodies.flatMap((row) => ['/api/newsletter', '/api/contact'].map((path) => ({ ...row, path }))))(
  'answers $name at $path with $status',
  async ({ path, fields, body, status }) => {
    const head = requestText(`POST ${path}`, [...fields, `Content-Length: ${Buffer.byteLength(body)}`])
    expect(statusesIn(await exchange(site.url, head, body))).toEqual([status])
    expect(errors()).toEqual([])
  },
)

const second = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
const afterNothing = `0\r\n\r\n${second}`

/** Each body hides a second request, whose response would come second. Node rejects them unless it is set to be lenient. */
it.each([
  { name: 'both lengths', fields: ['Content-Length: 3', 'Transfer-Encoding: chunked'], body: afterNothing },
  { name: 'two lengths', fields: ['Content-Length: 0', 'Content-Length: 80'], body: second },
  { name: 'a hidden encoding', fields: ['Transfer-Encoding: xchunked', 'Content-Length: 0'], body: second },
  { name: 'chunks that are none', fields: ['Transfer-Encoding: chunked'], body: `zz\r\n{}\r\n${second}` },
  { name: 'a chunk with line feeds', fields: ['Transfer-Encoding: chunked'], body: `0\n\n${second}` },
  { name: 'a long extension', fields: ['Transfer-Encoding: chunked'], body: `1;${'a'.repeat(20_000)}\r\n${second}` },
])('rejects $name, with one response', async ({ fields, body }) => {
  const head = ['POST /api/newsletter HTTP/1.1', 'Host: localhost', json, ...fields, '', ''].join('\r\n')
  const answers = await exchange(site.url, head + body)
  const statuses = statusesIn(answers)
  expect(statuses).toHaveLength(1)
  expect([400, 413]).toContain(statuses[0])
  expect(errors()).toEqual([])
})

it('answers pipelined requests one after another', async () => {
  const stay = ['GET /ai', 'GET /nothing'].map((line) => `${line} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  expect(statusesIn(await exchange(site.url, stay.join('') + requestText('GET /healthz')))).toEqual([200, 404, 200])
})

// See refusals.test.ts for malformed HTTP.
it.each([
  { name: 'HTTP/1.0', text: 'GET /ai HTTP/1.0\r\n\r\n', status: 200 },
  { name: 'HTTP/9.9', text: 'GET /ai HTTP/9.9\r\nHost: localhost\r\n\r\n', status: 400 },
  { name: 'no host', text: 'GET /ai HTTP/1.1\r\n\r\n', status: 400 },
  { name: 'bare line feeds', text: 'GET /ai HTTP/1.1\nHost: localhost\n\n', status: 400 },
])('answers $name with $status', async ({ text, status }) => {
  expect(statusesIn(await exchange(site.url, text))).toEqual([status])
})
