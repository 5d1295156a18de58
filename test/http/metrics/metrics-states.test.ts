import { expect, it } from 'vitest'
import { fakePost, startFakeGhost } from '../../support/fake-ghost.ts'
import { startMailServer } from '../../support/mail-server.ts'
import { startMeasuredSite } from '../../support/start-measured-site.ts'
import { message, postTo, servedFields } from '../support/contact.ts'
import { get } from '../support/visit.ts'

it('reports how old the list is that is served, and that it is stale', async () => {
  let now = Date.now()
  await using ghost = await startFakeGhost([fakePost('a'), fakePost('b')])
  await using site = await startMeasuredSite(ghost.env, () => now)
  expect((await site.scrape()).has('site_posts_list_age_seconds{language="fr"}')).toBe(false)
  await get('/blog')(site)
  now += 3_600_000
  ghost.state.behaviour = 'answers 500'
  await get('/blog')(site)
  const found = await site.scrape()
  expect(found.get('site_posts_list_age_seconds{language="fr"}')).toBe(3600)
  expect(found.get('site_posts_reads_total{about="list",outcome="stale"}')).toBe(1)
})

it('reports when Ghost is paused, which an ordinary stale copy does not cause, in any language', async () => {
  let now = Date.now()
  await using ghost = await startFakeGhost([fakePost('a')])
  await using site = await startMeasuredSite(ghost.env, () => now)
  for (const path of ['/blog', '/en/blog']) await get(path)(site)
  now += 3_600_000
  await get('/blog')(site)
  const found = await site.scrape()
  expect(found.get('site_posts_list_age_seconds{language="en"}')).toBe(3600)
  expect(found.get('site_posts_source_left_alone')).toBe(0)
  ghost.state.behaviour = 'answers 500'
  now += 3_600_000
  for (const path of ['/blog', '/en/blog']) await get(path)(site)
  await expect.poll(async () => (await site.scrape()).get('site_posts_source_left_alone')).toBe(1)
})

it('counts from zero what an alert is about, so that the first lost message is growth', async () => {
  await using site = await startMeasuredSite()
  const found = await site.scrape()
  for (const kind of ['contact', 'subscription'])
    expect(found.get(`site_outbox_accepted_total{kind="${kind}",outcome="unavailable"}`)).toBe(0)
})

it('reports what waits in the outbox, since when, and what was refused', async () => {
  let now = Date.now()
  await using mail = await startMailServer({
    onRcptTo: (_address, _session, done) => done(Object.assign(new Error('no such user'), { responseCode: 550 })),
  })
  await using site = await startMeasuredSite({ SMTP_URL: mail.url, CONTACT_TO: 'info@site.example' }, () => now)
  await postTo(site.app, '/api/contact', { ...(await servedFields(site.app)), ...message }).expect(202)
  await expect.poll(async () => (await site.scrape()).get('site_outbox_refused')).toBe(1)
  expect((await site.scrape()).get('site_outbox_deliveries_total{step="contact",outcome="refused"}')).toBe(1)

  await using waiting = await startMeasuredSite({}, () => now)
  await postTo(waiting.app, '/api/contact', { ...(await servedFields(waiting.app)), ...message }).expect(202)
  now += 60_000
  const found = await waiting.scrape()
  expect([found.get('site_outbox_waiting'), found.get('site_outbox_oldest_seconds')]).toEqual([1, 60])
})

it('omits an outbox that cannot be read', async () => {
  await using site = await startMeasuredSite({ OUTBOX_DIR: 'package.json/outbox' })
  const found = await site.scrape()
  expect(found.has('site_outbox_waiting')).toBe(false)
  expect(found.get('site_ready')).toBe(1)
})

it('has readiness, the build and the process', async () => {
  await using site = await startMeasuredSite()
  const before = await site.scrape()
  expect(before.get('site_ready')).toBe(1)
  expect([...before.keys()]).toContainEqual(
    expect.stringMatching(/^site_build_info\{version="[\d.]+",build="\w{12}"\}$/),
  )
  for (const name of ['process_resident_memory_bytes', 'nodejs_heap_size_used_bytes', 'process_open_fds']) {
    expect([name, before.get(name)]).toEqual([name, expect.any(Number)])
  }
  site.retire()
  expect((await site.scrape()).get('site_ready')).toBe(0)
})
