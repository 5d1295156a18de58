import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { createSignature } from '../../../server/addresses/signed-path.ts'
import { createKeys } from '../../../server/config/derived-keys.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'
import { posts } from '../support/addresses.ts'
import { exchange, requestText, statusesIn } from '../support/raw-socket.ts'
import { documentHeaders, expectSecurityHeaders } from '../support/security-headers.ts'

const siteSecret = 'a-secret-of-its-own-and-long'
const { ghost, site } = await shareSiteWithGhost(posts, {
  ...{ SITE_URL: 'https://www.site.example', SITE_SECRET: siteSecret, TRUST_PROXY: '1', NEWSLETTER: 'simulated' },
  GHOST_WEBHOOK_SECRET: 'the webhook’s secret',
})

/** What is sent; the statuses of the responses, and a text that they contain or must not contain. */
type Row = { name: string; bytes: (string | Buffer)[]; status: number | number[]; contains?: string; lacks?: string }

const { sign } = createSignature(
  createKeys({ siteSecret, source: { kind: 'markdown' } })('addresses of external pictures'),
)
const notUrls = ['https://images.example.org:99999/a.png', 'https://images.example.org:65536/', 'https://', 'a.png']
/** Signed addresses of pictures that are no URLs. */
const signed = [...notUrls, '//:0', '\0'].flatMap((text) =>
  ['external', 'stored', 'w320/external', 'w320/stored'].map(
    (folder) => `/media/${folder}/${sign(text)}/${Buffer.from(text).toString('base64url')}`,
  ),
)

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
    ...['/media/content/settings.json', '/media/content/../content/images', ...signed],
  ],
  431: [`/${'a'.repeat(20_000)}`],
}
const targets = Object.entries(paths).flatMap(([status, given]) =>
  given.map((path) => ({ name: path.slice(0, 80), bytes: [requestText(`GET ${path}`)], status: Number(status) })),
)

// Servers must accept absolute URLs (RFC 9112 §3.2.2); the host of the URL and of the request is in no answer.
const absolute = ['http://evil.example/ai', 'https://evil.example/ai', 'http://localhost/ai'].flatMap((target) => [
  { name: target, bytes: [requestText(`GET ${target}`)], status: 200, lacks: 'evil.example' },
  { name: `${target}/`, bytes: [requestText(`GET ${target}/`)], status: 301, contains: 'Location: /ai\r\n' },
])
const hosts = ['evil.example', 'a b', 'evil.example/x', 'evil.example\\x', 'a@b', '<script>', '"'].flatMap((host) =>
  [`Host: ${host}`, `Host: localhost\r\nHost: ${host}`].map((fields) => ({
    ...{ name: fields, bytes: [`GET /ai/ HTTP/1.1\r\n${fields}\r\nConnection: close\r\n\r\n`] },
    ...{ status: 301, lacks: host },
  })),
)

const fields = [
  { name: 'a huge field', fields: [`X-A: ${'a'.repeat(20_000)}`], status: 431 },
  { name: 'a null character', fields: ['X-A: a\x00b'], status: 400 },
  { name: 'broken cookies', fields: ['Cookie: =; ;;; i18next; %; i18next=%ff; i18next="en'], status: 200 },
  { name: 'a huge cookie', fields: [`Cookie: ${'a=b; '.repeat(2500)}`], status: 200 },
  { name: 'absurd ranges', fields: ['Range: bytes=99999999999999999999-0,1-1,-0'], status: 200 },
  { name: 'an invalid date', fields: ['If-Modified-Since: never'], status: 200 },
  { name: 'many proxies', fields: [`X-Forwarded-For: ${'1,'.repeat(2000)}`, 'X-Forwarded-Proto: gopher'], status: 200 },
  { name: 'a method override', fields: ['X-HTTP-Method-Override: DELETE'], status: 200 },
  { name: 'an unknown expectation', fields: ['Expect: 200-ok'], status: 417 },
  { name: 'an upgrade', fields: ['Upgrade: h2c', 'HTTP2-Settings: AAA'], status: 200 },
].map(({ name, fields, status }) => ({ name, bytes: [requestText('GET /ai', fields)], status }))

const everyKind = ['/', '/en/blog', '/api/posts?lang=fr', '/favicon.svg', '/rss.xml', '/language', '/fr']
const methods = ['TRACE', 'PROPFIND', 'M-SEARCH'].flatMap((method) =>
  everyKind.map((path) => ({
    ...{ name: `${method} ${path}`, bytes: [requestText(`${method} ${path}`, ['X-A: reflected'])] },
    ...{ status: 405, contains: '\r\nAllow: ', lacks: 'reflected' },
  })),
)

const json = 'Content-Type: application/json'
const form = 'Content-Type: application/x-www-form-urlencoded'
const bomb = gzipSync(`{"email":"${'a'.repeat(20_000_000)}"}`)

const kilobyte = 1024
const jsonOf = (bytes: number) => `{"email":"${'a'.repeat(bytes - 12)}"}`
const formOf = (bytes: number) => `email=${'a'.repeat(bytes - 6)}`

const bodies: { name: string; fields: string[]; body: string | Buffer; status: number }[] = [
  { name: 'deep JSON', fields: [json], body: '['.repeat(8000) + ']'.repeat(8000), status: 422 },
  { name: 'prototype keys', fields: [json], body: '{"__proto__":{"email":"a@b.ca"},"name":{}}', status: 422 },
  { name: 'a lone surrogate', fields: [json], body: '{"email":"\\ud800@b.ca","name":"\\udfff"}', status: 422 },
  { name: 'invalid UTF-8', fields: [json], body: Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), status: 400 },
  { name: 'broken percent-encoding', fields: [form], body: 'email=%&name=%ff&lang=%zz', status: 303 },
  { name: 'a bomb', fields: [json, 'Content-Encoding: gzip'], body: bomb, status: 413 },
  { name: 'a bomb as a form', fields: [form, 'Content-Encoding: gzip'], body: bomb, status: 413 },
  { name: 'a wrong encoding', fields: [json, 'Content-Encoding: gzip'], body: '{}', status: 400 },
  { name: 'an unknown encoding', fields: [json, 'Content-Encoding: evil'], body: '{}', status: 415 },
  { name: 'an unknown charset', fields: [`${json}; charset=evil`], body: '{}', status: 415 },
  { name: 'an absurd type', fields: [`Content-Type: ${'/;='.repeat(900)}`], body: '{}', status: 415 },
  { name: 'no type', fields: [], body: 'email=a@example.com&lang=en', status: 415 },
  ...['text/plain', 'multipart/form-data; boundary=x', 'application/jsonx'].map((type) => ({
    ...{ name: type, fields: [`Content-Type: ${type}`], body: 'email=a@example.com&lang=en', status: 415 },
  })),
  ...['{', '{"email":', 'null', '"text"', '{"email":"a"}}'].map((body) => ({
    ...{ name: body, fields: [json], body, status: 400 },
  })),
  { name: '1,001 fields', fields: [form], body: 'a=1&'.repeat(1001), status: 413 },
  { name: '16 KB of JSON', fields: [json], body: jsonOf(16 * kilobyte), status: 422 },
  { name: '16 KB of a form', fields: [form], body: formOf(16 * kilobyte), status: 303 },
  // The larger one is still being sent when it is refused.
  ...[16 * kilobyte + 1, 4 * kilobyte ** 2].flatMap((bytes) => [
    { name: `${bytes} bytes of JSON`, fields: [json], body: jsonOf(bytes), status: 413 },
    { name: `${bytes} bytes of a form`, fields: [form], body: formOf(bytes), status: 413 },
  ]),
  { name: 'no body of JSON', fields: [`${json}; charset=utf-8`], body: '', status: 422 },
  { name: 'no body of JSON in capitals', fields: ['Content-Type: Application/JSON'], body: '', status: 422 },
  { name: 'no body of a form', fields: [form], body: '', status: 303 },
]
const ofLanguage = [
  { name: '16 KB', fields: [form], body: formOf(16 * kilobyte), status: 400 },
  { name: 'a byte more', fields: [form], body: formOf(16 * kilobyte + 1), status: 413 },
  { name: 'no type', fields: [], body: 'lang=en&to=/ai', status: 415 },
  { name: 'JSON', fields: [json], body: '{"lang":"en","to":"/ai"}', status: 415 },
]
const errorTypes: Record<number, string> = {
  400: '"type":"BadRequestError"',
  413: '"type":"PayloadTooLargeError"',
  415: '"type":"UnsupportedMediaTypeError"',
  422: '"type":"ValidationError"',
}
const posted = [
  ...['/api/newsletter', '/api/contact'].flatMap((path) => bodies.map((row) => ({ ...row, path }))),
  ...ofLanguage.map((row) => ({ ...row, path: '/language' })),
].flatMap(({ path, name, fields, body, status }) => {
  const length = `Content-Length: ${Buffer.byteLength(body)}`
  // An empty body may have no length.
  const heads = [...(body === '' ? [fields] : []), [...fields, length]]
  const tooMany = name === '1,001 fields' ? 'the form has too many fields' : undefined
  return heads.map((head) => ({
    ...{ name: `${name} at ${path}`, bytes: [requestText(`POST ${path}`, head), body], status },
    contains: tooMany ?? errorTypes[status],
  }))
})

const second = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
const chunked = 'Transfer-Encoding: chunked'

/** Each body hides a second request, whose answer would come second. */
const hidden = [
  { name: 'both lengths', fields: ['Content-Length: 3', chunked], body: `0\r\n\r\n${second}`, status: 400 },
  { name: 'two lengths', fields: ['Content-Length: 0', 'Content-Length: 80'], body: second, status: 400 },
  {
    name: 'a hidden encoding',
    fields: ['Transfer-Encoding: xchunked', 'Content-Length: 0'],
    body: second,
    status: 400,
  },
  { name: 'invalid chunks', fields: [chunked], body: `zz\r\n{}\r\n${second}`, status: 400 },
  { name: 'a chunk with line feeds', fields: [chunked], body: `0\n\n${second}`, status: 400 },
  { name: 'a long extension', fields: [chunked], body: `1;${'a'.repeat(20_000)}\r\n${second}`, status: 413 },
].map(({ name, fields, body, status }) => {
  const head = ['POST /api/newsletter HTTP/1.1', 'Host: localhost', json, ...fields, '', ''].join('\r\n')
  return { name, bytes: [head + body], status }
})

const kept = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`
const connections = [
  { name: 'three requests at once', bytes: [kept('/ai') + kept('/nothing') + second], status: [200, 404, 200] },
  { name: 'HTTP/1.0', bytes: ['GET /ai HTTP/1.0\r\n\r\n'], status: 200 },
  { name: 'HTTP/9.9', bytes: ['GET /ai HTTP/9.9\r\nHost: localhost\r\n\r\n'], status: 400 },
  { name: 'no host', bytes: ['GET /ai HTTP/1.1\r\n\r\n'], status: 400 },
  { name: 'bare line feeds', bytes: ['GET /ai HTTP/1.1\nHost: localhost\n\n'], status: 400 },
]

const tables: Record<string, Row[]> = {
  ...{ targets, 'absolute URLs': absolute, hosts, headers: fields, methods, bodies: posted },
  ...{ 'hidden requests': hidden, connections },
}

it.each(Object.entries(tables))('answers each of the odd %s with the expected status', async (_name, rows) => {
  for (const { name, bytes, status, contains = '', lacks } of rows) {
    const answers = await exchange(site.url, ...bytes)
    expect([name, statusesIn(answers)]).toEqual([name, [status].flat()])
    expect(answers, name).toContain(contains)
    // The policy has quotation marks, like one of the hosts.
    if (lacks) expect(answers.replace(/^Content-Security-Policy: .*$/m, ''), name).not.toContain(lacks)
    if (!/ 30[13] /.test(answers)) expect(answers, name).not.toMatch(/^Location:/im)
    // Refusals and results of forms are never cached.
    if (/^HTTP.* (303|40[05]|41\d|422) [^]*^X-Request-Id/m.test(answers)) expect(answers, name).toContain('no-store')
    expectSecurityHeaders(answers, name, documentHeaders)
  }
  expectNoFault()
})

const names = [
  ...['..', '%2e%2e', '%00', '%0d%0a', '%ff', '%', ':99999', '@evil.example', '%5c', '[', '__proto__'],
  'a'.repeat(3000),
]
const ends = ['', '.png', '/', '?lang=', '?lang=fr&lang=en', '?page=99999999999999999999', '?q=%00', '?q[]=a', '?%']
const places = [
  ...['/media/', '/media/external/', '/media/content/images/', '/media/w320/content/images/', '/api/', '/api/posts/'],
  ...['/share/', '/share/fr/', '/blog/', '/en/blog/', '/blog/tag/', '/blog/author/', '/preview/', '/from-ghost/'],
  ...['/media/share/external/x/', '/from-ghost/blog/'],
]

it.each(places)('answers odd names below %s without a server error', async (place) => {
  for (const path of [...names, ...ends.map((end) => `name${end}`)]) {
    const [status = 500] = statusesIn(await exchange(site.url, requestText(`GET ${place}${path}`)))
    expect([place + path, status === 500]).toEqual([place + path, false])
  }
  expectNoFault()
})

/** None of these requests causes a server error, and Ghost is called for posts only. */
function expectNoFault(): void {
  const errors = site.logged().split('\n')
  expect(errors.filter((line) => /"level":[56]0/.test(line))).toEqual([])
  const calls = ghost.calls.filter(
    ({ pathname }) => !/^\/(ghost\/api\/content\/posts\/|content\/images\/)/.test(pathname),
  )
  expect(calls).toEqual([])
}
