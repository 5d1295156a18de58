import request from 'supertest'
import { afterAll, expect, it } from 'vitest'
import { fakePost } from '../../support/fake-ghost.ts'
import { photograph, startPictureHost } from '../../support/picture-host.ts'
import { shareSite, shareSiteWithGhost } from '../../support/share-site.ts'
import { elements } from '../support/html.ts'

const storage = await startPictureHost({
  '/c/12/clip.mp4': Buffer.from('a film'),
  '/c/12/voix.mp3': Buffer.from('a sound'),
  '/c/12/plan.pdf': Buffer.from('a plan'),
  '/c/12/rade.png': await photograph(40, 30).png().toBuffer(),
})
const at = `${storage.url}/c/12`
const html = `
  <figure class="kg-card kg-video-card"><video src="${at}/clip.mp4#t=2" poster="${at}/rade.png"></video></figure>
  <div class="kg-card kg-audio-card"><audio src="${at}/voix.mp3"></audio></div>
  <div class="kg-card kg-file-card"><a class="kg-file-card-container" href="${at}/plan.pdf" download>Le plan</a></div>
  <p><a href="${at}/rade.png">La rade</a> et <img src="${at}/rade.png" alt="" width="40" height="30"></p>
  <p><a href="${storage.url}/">Accueil</a> <a href="http://anne:mot@127.0.0.1:${storage.port}/c/12/plan.pdf">Secret</a></p>`
afterAll(() => storage[Symbol.asyncDispose]())
const posts = [fakePost('a', { html, feature_image: `${at}/rade.png` })]
const hosts = `storage.example.com, 127.0.0.1:${storage.port}`
const { ghost, site } = await shareSiteWithGhost(posts, { GHOST_MEDIA_HOSTS: hosts })
const unaware = await shareSite(ghost.env)

const pageOf = async ({ app }: typeof site) => (await request(app).get('/blog/a').expect(200)).text
const valuesOf = (text: string, tag: string, name: string) =>
  elements(text, tag).flatMap(({ attributes }) => attributes[name] ?? [])

it.each([
  { what: 'a film', tag: 'video', bytes: 'a film' },
  { what: 'a sound', tag: 'audio', bytes: 'a sound' },
])('plays $what of a host that the operator names', async ({ tag, bytes }) => {
  const text = await pageOf(site)
  const [src = ''] = valuesOf(text, tag, 'src')
  expect(src).toMatch(tag === 'video' ? /^\/media\/stored\/[\w-]+\/[\w-]+#t=2$/ : /^\/media\/stored\/[\w-]+\/[\w-]+$/)
  const answer = await request(site.app).get(src.replace(/#.*/, '')).responseType('blob')
  expect([answer.status, String(answer.body)]).toEqual([200, bytes])
  // The policy must let the page play it.
  expect((await request(site.app).get('/blog/a')).get('Content-Security-Policy')).toContain("media-src 'self'")
})

it('keeps files of that host for the visitor, and shows its pictures, the article’s too', async () => {
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

it('serves signed files of no other host, and in no other variant', async () => {
  const [src = ''] = valuesOf(await pageOf(site), 'audio', 'src')
  await request(unaware.app).get(src).expect(404)
  await request(site.app)
    .get(src.replace(/.$/, (end) => (end === 'A' ? 'B' : 'A')))
    .expect(404)
})

it('shows video and audio of a host that is not named as links', async () => {
  const text = await pageOf(unaware)
  expect(elements(text, 'video').concat(elements(text, 'audio'))).toEqual([])
  expect(text).toContain('kg-embed-link')
})
