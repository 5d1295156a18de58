import { Readable } from 'node:stream'
import express from 'express'
import { XMLValidator } from 'fast-xml-parser'
import { parseSitemap, parseSitemapIndex } from 'sitemap'
import request from 'supertest'
import { expect, it } from 'vitest'
import { createFeeds } from '../../server/feeds/feeds.ts'
import { sitemapEntries } from '../../server/pages/sitemap-entries.ts'
import { createSitemapFiles, createSitemapIndex, protocolLimits } from '../../server/feeds/sitemap-files.ts'
import { createPageStore } from '../../server/pages/page-store.ts'
import { createTexts } from '../../server/http/texts.ts'
import { fakePost, startFakeGhost } from '../support/fake-ghost.ts'
import { storedPostOf } from '../support/stored-post.ts'
import { startSite } from '../support/start-site.ts'

const siteUrl = 'https://www.nordet.example'
const megabytes50 = 52_428_800

/** Posts of French, each a minute younger than the one after it. */
const computedPosts = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    storedPostOf(`article-${index}`, { updated_at: new Date(Date.UTC(2026, 0, 1) - index * 60_000).toISOString() }),
  )

/** The feeds alone, of these posts, with files of so many addresses; `change` puts others in their place. */
function startFeeds(addresses: number, count: number) {
  let [posts, version] = [computedPosts(count), `of ${count}`]
  // Express would write what it refuses on the console.
  const app = express().set('env', 'test')
  app.use((_req, res, next) => {
    res.set('Vary', 'Accept-Encoding')
    next()
  })
  app.use(
    createFeeds({
      config: { siteUrl },
      posts: {
        list: (language) =>
          Promise.resolve(
            language === 'fr'
              ? { kind: 'held', value: posts, version, readAt: 0, freshness: 'hit' }
              : { kind: 'absent', freshness: 'hit' },
          ),
        peekList: () => null,
      },
      store: createPageStore(),
      texts: createTexts(() => {}),
      now: () => Date.UTC(2026, 0, 1),
      sitemapLimits: { ...protocolLimits, addresses },
    }),
  )
  return { app, change: (newCount: number) => ([posts, version] = [computedPosts(newCount), `of ${newCount}`]) }
}

const addressesIn = async (text: string) => (await parseSitemap(Readable.from([text]))).map(({ url }) => url)

it('makes an index of the sitemap that is too large for one file, and every address is in one of its files', async () => {
  const whole = await request(startFeeds(50_000, 60).app).get('/sitemap.xml').expect(200)
  const { app } = startFeeds(25, 60)
  const { text } = await request(app)
    .get('/sitemap.xml')
    .expect(200)
    .expect('Content-Type', /^application\/xml/)
  expect(XMLValidator.validate(text)).toBe(true)
  const index = await parseSitemapIndex(Readable.from([text]))
  expect(index.map(({ url }) => url)).toEqual([1, 2, 3, 4].map((number) => `${siteUrl}/sitemap-${number}.xml`))

  const found: string[] = []
  for (const { url } of index) {
    const file = await request(app)
      .get(url.slice(siteUrl.length))
      .expect(200)
      .expect('Content-Type', /^application\/xml/)
    const addresses = await addressesIn(file.text)
    expect(addresses.length).toBeLessThanOrEqual(25)
    found.push(...addresses)
  }
  expect(found).toEqual(await addressesIn(whole.text))
})

it('dates each file by its youngest article', async () => {
  const { text } = await request(startFeeds(30, 60).app).get('/sitemap.xml')
  const files = await parseSitemapIndex(Readable.from([text]))
  expect(files.map(({ lastmod }) => lastmod)).toEqual([
    '2026-01-01T00:00:00.000Z',
    expect.stringMatching(/^2025-12-31T23:4/),
    expect.stringMatching(/^2025-12-31T23:1/),
  ])
})

it('is one file, and has no other, as long as one is enough', async () => {
  const { app } = startFeeds(50_000, 60)
  expect((await request(app).get('/sitemap.xml')).text).toContain('<urlset')
  await request(app).get('/sitemap-1.xml').expect(404)
})

it.each(['0', '5', '01', '1e0', '-1', '1.5', '99999999999', 'a', '%31x'])('has no file number %s', async (number) => {
  const { app } = startFeeds(25, 60)
  await request(app).get(`/sitemap-${number}.xml`).expect(404)
  await request(app).post(`/sitemap-${number}.xml`).expect(405)
})

it('answers for each file as for the one: conditional, compressed, for an hour’s twelfth, to reading alone', async () => {
  const { app } = startFeeds(25, 60)
  for (const path of ['/sitemap.xml', '/sitemap-1.xml', '/sitemap-4.xml']) {
    const first = await request(app).get(path).set('Accept-Encoding', 'br')
    expect(first.headers).toMatchObject({
      'cache-control': 'public, max-age=300',
      'content-encoding': 'br',
      'access-control-allow-origin': '*',
    })
    await request(app)
      .get(path)
      .set('Accept-Encoding', 'br')
      .set('If-None-Match', String(first.get('ETag')))
      .expect(304)
    await request(app).head(path).expect(200)
    await request(app).post(path).expect(405)
  }
})

it('becomes one file again, and another index, as the posts change', async () => {
  const { app, change } = startFeeds(25, 60)
  const before = await request(app).get('/sitemap-3.xml').expect(200)
  change(40)
  const after = await request(app).get('/sitemap-3.xml').expect(200)
  expect(after.get('ETag')).not.toBe(before.get('ETag'))
  await request(app).get('/sitemap-4.xml').expect(404)
  change(3)
  expect((await request(app).get('/sitemap.xml')).text).toContain('<urlset')
  await request(app).get('/sitemap-1.xml').expect(404)
})

it('holds 50,000 addresses in one file and 50,001 in two, in less than 50 MB each', { timeout: 60_000 }, async () => {
  const plain = sitemapEntries({ fr: [], en: [] }).length
  const entriesFor = (count: number) => sitemapEntries({ fr: computedPosts(count - plain), en: [] })
  expect(await createSitemapFiles(entriesFor(50_000), siteUrl, protocolLimits)).toHaveLength(1)
  const files = await createSitemapFiles(entriesFor(50_001), siteUrl, protocolLimits)
  expect(files.map(({ text }) => text.match(/<url>/g)?.length)).toEqual([50_000, 1])
  for (const { text } of files) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(megabytes50)
  expect(protocolLimits).toEqual({ addresses: 50_000, bytes: megabytes50 })
})

it('begins another file before one has too many bytes, an address that has too many by itself among them', async () => {
  const entries = sitemapEntries({ fr: computedPosts(60), en: [] })
  const limits = { addresses: 50_000, bytes: 3000 }
  const files = await createSitemapFiles(entries, siteUrl, limits)
  expect(files.length).toBeGreaterThan(3)
  for (const { text } of files) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(3000)
  expect(files.flatMap(({ text }) => text.match(/<url>/g) ?? [])).toHaveLength(entries.length)
  expect(await createSitemapFiles(entries.slice(0, 3), siteUrl, { ...limits, bytes: 1 })).toHaveLength(3)
})

it('is an empty file where there is no address, and dates nothing whose change is not known', async () => {
  const [file] = await createSitemapFiles([], siteUrl, protocolLimits)
  expect(file).toMatchObject({ lastmod: null, text: expect.stringContaining('</urlset>') })
  expect(createSitemapIndex([{ text: '', lastmod: null }], siteUrl)).toContain(
    `<sitemap><loc>${siteUrl}/sitemap-1.xml</loc></sitemap>`,
  )
})

it('is one file on the whole site, in no other language, without the others', async () => {
  await using ghost = await startFakeGhost([fakePost('un-article')])
  await using site = await startSite(ghost.env)
  expect((await request(site.app).get('/sitemap.xml')).text).toContain('/blog/un-article</loc>')
  for (const path of ['/sitemap-1.xml', '/en/sitemap-1.xml', '/en/sitemap.xml']) {
    expect([path, (await request(site.app).get(path)).status]).toEqual([path, 404])
  }
})
