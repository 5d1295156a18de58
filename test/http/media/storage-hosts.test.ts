import request from 'supertest'
import { afterAll, expect, it } from 'vitest'
import { createKeys } from '../../../server/config/derived-keys.ts'
import { createSignature, signedPath } from '../../../server/addresses/signed-path.ts'
import { fakePost } from '../../support/fake-ghost.ts'
import { type PicturePage, photograph, startPictureHost } from '../../support/picture-host.ts'
import { shareSite, shareSiteWithGhost } from '../../support/share-site.ts'
import { elements } from '../support/html.ts'

const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, index) => index % 251))

/** A file of a host that supports no ranges, and sends no type for most files. */
const whole =
  (head: Record<string, string>): PicturePage =>
  (_req, res) =>
    void res.writeHead(200, { 'Content-Length': String(bytes.length), ETag: '"a"', ...head }).end(bytes)

const storage = await startPictureHost({
  '/c/12/clip.mp4': Buffer.from('a film'),
  '/c/12/voix.mp3': Buffer.from('a sound'),
  '/c/12/plan.pdf': Buffer.from('a plan'),
  '/c/12/rade.png': await photograph(40, 30).png().toBuffer(),
  '/c/clip.mp4': whole({ 'Content-Type': 'video/mp4', 'Accept-Ranges': 'none' }),
  '/c/live.mp4': (_req, res) => void res.writeHead(200, { 'Content-Type': 'video/mp4' }).end(bytes),
  '/c/guide-%C3%A9t%C3%A9.pdf': whole({ 'Content-Type': 'application/pdf' }),
  '/c/plan.docx': whole({ 'Content-Type': 'application/octet-stream' }),
  '/c/note.txt': whole({}),
  '/c/page.svg': whole({}),
  '/c/%E0%A4.pdf': whole({ 'Content-Type': 'application/pdf' }),
})
afterAll(() => storage[Symbol.asyncDispose]())
const at = `${storage.url}/c/12`
const html = `
  <figure class="kg-card kg-video-card"><video src="${at}/clip.mp4#t=2" poster="${at}/rade.png"></video></figure>
  <div class="kg-card kg-audio-card"><audio src="${at}/voix.mp3"></audio></div>
  <div class="kg-card kg-file-card"><a class="kg-file-card-container" href="${at}/plan.pdf" download>Le plan</a></div>
  <p><a href="${at}/rade.png">La rade</a> et <img src="${at}/rade.png" alt="" width="40" height="30"></p>
  <p><a href="${storage.url}/">Accueil</a> <a href="http://anne:mot@127.0.0.1:${storage.port}/c/12/plan.pdf">Secret</a></p>`
const posts = [fakePost('a', { html, feature_image: `${at}/rade.png` })]
const siteSecret = 'a-secret-of-its-own-and-long'
const hosts = `storage.example.com, 127.0.0.1:${storage.port}`
const { ghost, site } = await shareSiteWithGhost(posts, { GHOST_MEDIA_HOSTS: hosts, SITE_SECRET: siteSecret })
const unaware = await shareSite({ ...ghost.env, SITE_SECRET: siteSecret })
const signature = createSignature(
  createKeys({ siteSecret, source: { kind: 'markdown' } })('addresses of external pictures'),
)
const pathOf = (name: string) => String(signedPath('stored', new URL(`${storage.url}/c/${name}`), signature))

const pageOf = async ({ app }: typeof site) => (await request(app).get('/blog/a').expect(200)).text
const valuesOf = (text: string, tag: string, name: string) =>
  elements(text, tag).flatMap(({ attributes }) => attributes[name] ?? [])

it.each([
  { what: 'a film', tag: 'video', bytes: 'a film' },
  { what: 'a sound', tag: 'audio', bytes: 'a sound' },
])('plays $what of a configured storage host', async ({ tag, bytes }) => {
  const text = await pageOf(site)
  const [src = ''] = valuesOf(text, tag, 'src')
  expect(src).toMatch(tag === 'video' ? /^\/media\/stored\/[\w-]+\/[\w-]+#t=2$/ : /^\/media\/stored\/[\w-]+\/[\w-]+$/)
  const answer = await request(site.app).get(src.replace(/#.*/, '')).responseType('blob')
  expect([answer.status, String(answer.body)]).toEqual([200, bytes])
  // The policy must let the page play it.
  expect((await request(site.app).get('/blog/a')).get('Content-Security-Policy')).toContain("media-src 'self'")
})

it('lets visitors download that host’s files, and shows its pictures, also the article’s', async () => {
  const text = await pageOf(site)
  const file = valuesOf(text, 'a', 'href').find((href) => href.startsWith('/media/stored/'))
  const answer = await request(site.app).get(String(file)).responseType('blob')
  expect([String(answer.body), answer.get('Content-Disposition')]).toEqual(['a plan', 'attachment; filename=plan.pdf'])
  const pictures = [...valuesOf(text, 'img', 'src'), ...valuesOf(text, 'video', 'poster')]
  const linked = valuesOf(text, 'a', 'href').filter((href) => href.startsWith('/media/external/'))
  expect([pictures.length, linked.length]).toEqual([3, 1])
  for (const path of [...pictures, ...linked]) {
    const picture = await request(site.app).get(path)
    expect([picture.status, picture.type]).toEqual([200, 'image/png'])
  }
})

it.each([
  { words: 'Accueil', what: 'the root of that host' },
  { words: 'Secret', what: 'an address with a password' },
])('leaves $what a link, which the site does not fetch', async ({ words }) => {
  const link = elements(await pageOf(site), 'a').find(({ text }) => text === words)
  expect(link?.attributes.href).toMatch(/^http:/)
})

it('rejects signed files of other hosts, and variants of files', async () => {
  const [src = ''] = valuesOf(await pageOf(site), 'audio', 'src')
  await request(unaware.app).get(src).expect(404)
  await request(site.app)
    .get(src.replace(/.$/, (end) => (end === 'A' ? 'B' : 'A')))
    .expect(404)
})

it('shows films and sounds of other hosts as links', async () => {
  const text = await pageOf(unaware)
  expect(elements(text, 'video').concat(elements(text, 'audio'))).toEqual([])
  expect(text).toContain('kg-embed-link')
})

it.each([
  ['a part', { Range: 'bytes=0-1' }],
  ['several parts', { Range: 'bytes=0-1,5-6' }],
  ['a range of an old version', { Range: 'bytes=0-1', 'If-Range': '"b"' }],
  ['a range in another unit', { Range: 'lines=0-1' }],
  ['no part', {}],
])('sends the whole film if its host supports no ranges and the client requests %s', async (_what, range) => {
  const { status, headers, body } = await request(site.app).get(pathOf('clip.mp4')).set(range).responseType('blob')
  expect([status, headers['content-length'], headers['accept-ranges']]).toEqual([200, '200000', 'none'])
  expect((body as Buffer).equals(bytes)).toBe(true)
  await expect.poll(() => storage.load.open).toBe(0)
})

it('streams a film of unknown length', async () => {
  const { status, headers } = await request(site.app)
    .get(pathOf('live.mp4'))
    .set('Range', 'bytes=0-1')
    .responseType('blob')
  expect([status, headers['accept-ranges']]).toEqual([200, undefined])
})

it.each([
  [
    'guide-%C3%A9t%C3%A9.pdf',
    'application/pdf',
    /^attachment; filename="guide-.*\.pdf"; filename\*=UTF-8''guide-%C3%A9t%C3%A9\.pdf$/,
  ],
  [
    'plan.docx',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    /^attachment; filename="?plan\.docx"?$/,
  ],
  ['note.txt', 'text/plain; charset=utf-8', /^attachment; filename="?note\.txt"?$/],
  ['page.svg', 'application/octet-stream', /^attachment; filename="?page\.svg"?$/],
  ['%E0%A4.pdf', 'application/pdf', /^attachment; filename="?.*\.pdf"?/],
])('%s of a second host is downloaded under its own name, as %s', async (name, type, disposition) => {
  const { status, headers } = await request(site.app).get(pathOf(name)).responseType('blob')
  expect([status, headers['content-type']]).toEqual([200, type])
  expect(headers['content-disposition']).toMatch(disposition)
})
