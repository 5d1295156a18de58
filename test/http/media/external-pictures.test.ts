import type { LookupFunction } from 'node:net'
import request from 'supertest'
import { afterAll, expect, it } from 'vitest'
import { createSignature, signedPath } from '../../../server/addresses/signed-path.ts'
import { createKeys } from '../../../server/config/derived-keys.ts'
import { contentKey, fakePost } from '../../support/fake-ghost.ts'
import { photograph, type PicturePage, startPictureHost } from '../../support/picture-host.ts'
import { shareSite } from '../../support/share-site.ts'
import { startSite, startSiteWithGhost } from '../../support/start-site.ts'
import { elements } from '../support/html.ts'

const photo = await photograph(80, 60).jpeg().toBuffer()
const host = 'images.example.org'
const signature = createSignature(
  createKeys({ siteSecret: null, source: { kind: 'ghost', key: contentKey } })('addresses of external pictures'),
)
const pathOf = (address: string) => signedPath('external', new URL(address), signature) ?? ''

/** A resolver that knows these names, and records its queries. */
function resolver(names: Record<string, string[]>) {
  const asked: string[] = []
  const lookup: LookupFunction = (hostname, _options, callback) => {
    asked.push(hostname)
    const found = (names[hostname] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    if (found.length > 0) callback(null, found)
    else callback(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }), [])
  }
  return { lookup, asked }
}

/** This machine stands for the internet: http is allowed, and loopback addresses count as public. */
const here = { plainHttp: true, allows: (address: string) => address === '127.0.0.1' }

const redirect =
  (location: string): PicturePage =>
  (_req, res) =>
    void res.writeHead(302, { Location: location }).end()

const outside = await startPictureHost({ '/a.jpg': photo, '/two': redirect('/a.jpg'), '/one': redirect('/two') })
afterAll(() => outside[Symbol.asyncDispose]())
const { lookup } = resolver({
  [host]: ['127.0.0.1'],
  'other.example.org': ['127.0.0.1'],
  'private.example.org': ['10.0.0.1'],
  'mixed.example.org': ['127.0.0.1', '10.0.0.1', '::1'],
})
const env = { GHOST_URL: 'http://ghost.example.com', GHOST_CONTENT_API_KEY: contentKey }
const site = await shareSite(env, undefined, { ...here, lookup })
/** No address of this machine counts as public here, as in production. */
const strict = await shareSite(env, undefined, { plainHttp: true, lookup })
const httpsOnly = await shareSite(env, undefined, { allows: here.allows, lookup })

it('serves pictures of other hosts that posts show, and no others', async () => {
  await using outside = await startPictureHost({ '/a.jpg?w=2000': photo, '/b.jpg': photo })
  const address = `http://${host}:${outside.port}`
  const post = fakePost('a', {
    feature_image: `${address}/a.jpg?w=2000`,
    html: `<img src="${address}/b.jpg" alt="" width="900">`,
  })
  const { lookup, asked } = resolver({ [host]: ['127.0.0.1'] })
  const { site } = await startSiteWithGhost([post], {}, undefined, { ...here, lookup })
  const page = await request(site.app).get('/blog/a')
  expect(page.text).not.toContain(host)
  const images = elements(page.text, 'img').map(({ attributes }) => attributes)
  expect(images).toHaveLength(2)
  const addresses = images.map(({ src }) => String(src))
  for (const candidate of addresses) {
    const [path = ''] = candidate.split(' ')
    expect(path).toMatch(/^\/media\/(w\d+\/)?external\/[\w-]{22}\/[\w-]+$/)
    const { status, type } = await request(site.app).get(path).set('Accept', 'image/webp')
    expect([path, status, type]).toEqual([path, 200, 'image/jpeg'])
  }
  expect(new Set(asked)).toEqual(new Set([host]))

  const [path = ''] = addresses
  const last = path.at(-1) === 'A' ? 'B' : 'A'
  const forged = [
    path.slice(0, -1) + last,
    path.replace(/external\/(.)/, (_all, first) => `external/${first === 'A' ? 'B' : 'A'}`),
    path.replace(/external\/[^/]+/, 'external/x'),
  ]
  outside.asked.length = 0
  for (const path of forged) expect((await request(site.app).get(path)).status).toBe(404)
  expect(outside.asked).toEqual([])
})

it.each([
  ['private addresses', strict, 'http://mixed.example.org/a.jpg', 'EPRIVATE'],
  ['no address', strict, 'http://unknown.example.org/a.jpg', 'ENOTFOUND'],
  ['an address in figures', strict, 'http://127.0.0.1/a.jpg', 'is not a public address'],
  ['a mapped address in brackets', strict, 'http://[::ffff:7f00:1]/a.jpg', 'is not a public address'],
  ['no https', httpsOnly, `http://${host}/a.jpg`, 'EPROTO'],
])('does not request a picture whose URL has %s', async (_case, { app, logged }, address, reason) => {
  outside.asked.length = 0
  const url = new URL(address)
  url.port = String(outside.port)
  const answer = await request(app).get(pathOf(url.href))
  expect([answer.status, answer.text, answer.get('Cache-Control')]).toEqual([502, '', 'no-store'])
  expect(outside.asked).toEqual([])
  const lines = logged().split('\n')
  expect(lines.filter((line) => line.includes(`"media":"${url.href}"`)).join()).toContain(reason)
})

it.each([
  ['to a path', '/a.jpg', 200],
  ['to another host', 'http://other.example.org:PORT/a.jpg', 200],
  ['four times', '/zero', 200],
  ['in a loop', '/start', 502],
  ['to a private address', 'http://10.0.0.1/a.jpg', 502],
  ['to a name that has a private address', 'http://private.example.org:PORT/a.jpg', 502],
  ['to a file', 'file:///etc/passwd', 502],
  ['to an invalid URL', 'http://', 502],
])('follows a redirect %s only if it is allowed', async (_case, location, status) => {
  outside.pages['/zero'] = redirect('/one')
  outside.pages['/start'] = redirect(location.replace('PORT', String(outside.port)))
  expect((await request(site.app).get(pathOf(`http://${host}:${outside.port}/start`))).status).toBe(status)
})

it('connects to the public one of several addresses, and resolves the name for each connection', async () => {
  await using outside = await startPictureHost({ '/a.jpg': photo, '/b.jpg': photo })
  const names = { [host]: ['10.0.0.1', '127.0.0.1'] }
  const { lookup, asked } = resolver(names)
  const { site } = await startSiteWithGhost([fakePost('un-article')], {}, undefined, { ...here, lookup })
  expect((await request(site.app).get(pathOf(`http://${host}:${outside.port}/a.jpg`))).status).toBe(200)
  // The name now resolves to a private address.
  names[host] = ['10.0.0.1']
  expect((await request(site.app).get(pathOf(`http://${host}:${outside.port}/b.jpg`))).status).toBe(502)
  expect(outside.asked).toEqual(['/a.jpg'])
  expect(asked).toEqual([host, host])
})

it('does not delay pictures because of hosts that never answer', async () => {
  await using silent = await startPictureHost(
    Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`/${index}.jpg`, () => {}])),
  )
  await using second = await startPictureHost({ '/a.jpg': photo })
  await using storage = await startPictureHost({ '/content/images/a.jpg': photo })
  const names = Object.fromEntries([1, 2, 3, 4].map((index) => [`silent${index}.example.org`, ['127.0.0.1']]))
  const { lookup } = resolver({ ...names, [host]: ['127.0.0.1'] })
  await using site = await startSite(storage.env, undefined, { ...here, lookup })
  const leaving = new AbortController()
  for (const name of Object.keys(names))
    for (const path of Object.keys(silent.pages))
      fetch(site.url + pathOf(`http://${name}:${silent.port}${path}`), { signal: leaving.signal }).catch(() => {})
  await expect.poll(() => silent.asked.length).toBe(20)
  for (const path of ['/media/content/images/a.jpg', pathOf(`http://${host}:${second.port}/a.jpg`)])
    expect((await fetch(site.url + path)).status).toBe(200)
  expect(silent.load.open).toBe(20)
  leaving.abort()
})

it('has the size of a sent picture in an article once the posts are read again', async () => {
  let time = Date.now()
  await using outside = await startPictureHost({ '/b.jpg': photo })
  const { lookup } = resolver({ [host]: ['127.0.0.1'] })
  const html = `<img src="http://${host}:${outside.port}/b.jpg" alt="La rade">`
  const { site } = await startSiteWithGhost([fakePost('a', { html })], {}, () => time, { ...here, lookup })
  const sizeIn = (text: string) => {
    const image = elements(text, 'img').find(({ attributes }) => attributes.alt === 'La rade')?.attributes
    return [image?.src, image?.width, image?.height]
  }
  const [src] = sizeIn((await request(site.app).get('/blog/a')).text)
  expect((await request(site.app).get(String(src))).status).toBe(200)
  time += 61_000
  const shown = async () => sizeIn((await request(site.app).get('/blog/a?utm_source=x')).text)
  await expect.poll(shown).toEqual([src, '80', '60'])
})
