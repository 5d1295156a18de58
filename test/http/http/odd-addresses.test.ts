import request from 'supertest'
import { expect, it } from 'vitest'
import { createKeys } from '../../../server/config/derived-keys.ts'
import { createSignature } from '../../../server/addresses/signed-path.ts'
import { rowsOf } from '../../support/exhaustive.ts'
import { fakePost } from '../../support/fake-ghost.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'

const siteSecret = 'a-secret-of-its-own-and-long'
const { site } = await shareSiteWithGhost([fakePost('un-article')], { SITE_SECRET: siteSecret })
const { sign } = createSignature(
  createKeys({ siteSecret, source: { kind: 'markdown' } })('addresses of external pictures'),
)
const signed = (folder: 'external' | 'stored', text: string) =>
  `/media/${folder}/${sign(text)}/${Buffer.from(text).toString('base64url')}`

it.each([
  'https://images.example.org:99999/a.png',
  'https://images.example.org:65536/',
  'https://',
  'a.png',
  '//:0',
  '\0',
])('answers 404 for a picture’s signed address that is not a URL: %j', async (text) => {
  for (const path of [signed('external', text), signed('stored', text)]) {
    expect((await request(site.app).get(path)).status).toBe(404)
    expect((await request(site.app).get(path.replace('/media/', '/media/w320/'))).status).toBe(404)
  }
})

const odd = [
  ...['..', '%2e%2e', '%00', '%0d%0a', '%ff', '%', ':99999', '@evil.example', '%5c', '[', '__proto__'],
  'a'.repeat(3000),
]
// One path for each parser of names.
const chosen = [
  ...['/media/', '/media/external/', '/share/', '/blog/', '/blog/tag/', '/api/posts/', '/preview/', '/from-ghost/'],
]
const others = [
  ...['/media/content/images/', '/media/w320/content/images/', '/media/share/external/x/', '/share/fr/', '/en/blog/'],
  ...['/blog/author/', '/api/', '/from-ghost/blog/'],
]
const queries = ['?lang=', '?lang=fr&lang=en', '?page=99999999999999999999', '?q=%00', '?q[]=a', '?%']

it.each(rowsOf(chosen, others))('below %s no odd name causes a 500', async (place) => {
  for (const name of odd) {
    for (const end of ['', '.png', '/', ...queries]) {
      const { status } = await request(site.app).get(place + name + end)
      expect([place + name + end, status]).toEqual([
        place + name + end,
        expect.not.toSatisfy((it: number) => it === 500),
      ])
    }
  }
})
