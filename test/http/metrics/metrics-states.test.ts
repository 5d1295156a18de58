import { expect, it } from 'vitest'
import { startMailServer } from '../../support/mail-server.ts'
import { startMeasuredSite } from '../../support/start-measured-site.ts'
import { message, postTo, servedFields } from '../support/contact.ts'

it('counts a message that the mail server refused', async () => {
  await using mail = await startMailServer({
    onRcptTo: (_address, _session, done) => done(Object.assign(new Error('no such user'), { responseCode: 550 })),
  })
  await using site = await startMeasuredSite({ SMTP_URL: mail.url, CONTACT_TO: 'info@site.example' })
  await postTo(site.app, '/api/contact', { ...(await servedFields(site.app)), ...message }).expect(202)
  await expect.poll(async () => (await site.scrape()).get('site_outbox_refused')).toBe(1)
  expect((await site.scrape()).get('site_outbox_deliveries_total{step="contact",outcome="refused"}')).toBe(1)
})

it('omits an outbox that cannot be read', async () => {
  await using site = await startMeasuredSite({ OUTBOX_DIR: 'package.json/outbox' })
  const found = await site.scrape()
  expect([found.has('site_outbox_waiting'), found.get('site_ready')]).toEqual([false, 1])
})

it('has readiness, the build, the process, and zero for each message that an alert may be about', async () => {
  await using site = await startMeasuredSite()
  const before = await site.scrape()
  expect([...before.keys()]).toContainEqual(
    expect.stringMatching(/^site_build_info\{version="[\d.]+",build="\w{12}"\}$/),
  )
  for (const name of ['process_resident_memory_bytes', 'nodejs_heap_size_used_bytes', 'process_open_fds'])
    expect([name, before.get(name)]).toEqual([name, expect.any(Number)])
  // The first message that is lost is growth then.
  for (const kind of ['contact', 'subscription'])
    expect(before.get(`site_outbox_accepted_total{kind="${kind}",outcome="unavailable"}`)).toBe(0)
  // A list that was not read has no age.
  expect(before.has('site_posts_list_age_seconds{language="fr"}')).toBe(false)
  expect(before.get('site_ready')).toBe(1)
  site.retire()
  expect((await site.scrape()).get('site_ready')).toBe(0)
})
