import request from 'supertest'
import { afterAll, expect, it } from 'vitest'
import { createKeys } from '../../../server/config/derived-keys.ts'
import { createSignature, signedPath } from '../../../server/addresses/signed-path.ts'
import { type PicturePage, startPictureHost } from '../../support/picture-host.ts'
import { shareSite } from '../../support/share-site.ts'

const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, index) => index % 251))

/** A host that supports no ranges, and does not know the type of most files. */
const whole =
  (head: Record<string, string>): PicturePage =>
  (_req, res) =>
    void res.writeHead(200, { 'Content-Length': String(bytes.length), ETag: '"a"', ...head }).end(bytes)

const storage = await startPictureHost({
  '/c/clip.mp4': whole({ 'Content-Type': 'video/mp4', 'Accept-Ranges': 'none' }),
  '/c/live.mp4': (_req, res) => void res.writeHead(200, { 'Content-Type': 'video/mp4' }).end(bytes),
  '/c/guide-%C3%A9t%C3%A9.pdf': whole({ 'Content-Type': 'application/pdf' }),
  '/c/plan.docx': whole({ 'Content-Type': 'application/octet-stream' }),
  '/c/note.txt': whole({}),
  '/c/page.svg': whole({}),
  '/c/%E0%A4.pdf': whole({ 'Content-Type': 'application/pdf' }),
})
afterAll(() => storage[Symbol.asyncDispose]())
const siteSecret = 'a-secret-of-its-own-and-long'
const env = { ...storage.env, GHOST_URL: 'http://ghost.example.com', SITE_SECRET: siteSecret }
const site = await shareSite({ ...env, GHOST_MEDIA_HOSTS: `127.0.0.1:${storage.port}` })
const signature = createSignature(
  createKeys({ siteSecret, source: { kind: 'markdown' } })('addresses of external pictures'),
)
const pathOf = (name: string) => String(signedPath('stored', new URL(`${storage.url}/c/${name}`), signature))

it.each([
  ['a part', { Range: 'bytes=0-1' }],
  ['several parts', { Range: 'bytes=0-1,5-6' }],
  ['a part of what has changed', { Range: 'bytes=0-1', 'If-Range': '"b"' }],
  ['a part in another unit', { Range: 'lines=0-1' }],
  ['no part', {}],
])('sends a whole video, if its host supports no ranges, to a client that asks for %s', async (_what, asked) => {
  const { status, headers, body } = await request(site.app).get(pathOf('clip.mp4')).set(asked).responseType('blob')
  expect([status, headers['content-length'], headers['accept-ranges']]).toEqual([200, '200000', 'none'])
  expect((body as Buffer).equals(bytes)).toBe(true)
  await expect.poll(() => storage.load.open).toBe(0)
})

it('sends a video of unknown length as it arrives', async () => {
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
])('%s of a further host is kept under its own name, as %s', async (name, type, disposition) => {
  const { status, headers } = await request(site.app).get(pathOf(name)).responseType('blob')
  expect([status, headers['content-type']]).toEqual([200, type])
  expect(headers['content-disposition']).toMatch(disposition)
})
