import request from 'supertest'
import { expect, it } from 'vitest'
import { fakePost } from '../../support/fake-ghost.ts'
import { startSite, startSiteWithGhost } from '../../support/start-site.ts'
import { fieldsIn, message, postTo } from '../support/contact.ts'
import { watchPages } from '../support/watch-pages.ts'

type Site = Awaited<ReturnType<typeof startSite>>

/** Requests three times: the page is rendered, then read from the cache, then sent by the fast path. */
async function threeTimes(site: Site, path: string, headers: Record<string, string> = {}) {
  const ask = () => request(site.app).get(path).set(headers)
  return [await ask(), await ask(), await ask()] as const
}

it('serves only GET and HEAD, and logs requests like the application', async () => {
  const { site } = await startSiteWithGhost([fakePost('a"b')])
  for (const path of ['/about?private=1', '/blog/%22%5c%0a', '/blog/a%22b', '/a@b/c']) {
    const [start, before] = [site.logged().length, Date.now()]
    await threeTimes(site, path)
    const lines = site.logged().slice(start).trim().split('\n')
    const [made, , last] = lines
      .filter((line) => line.includes('"request"'))
      .map((line) => {
        const entry = JSON.parse(line) as Record<string, unknown> & { time: string; req: object }
        expect(Math.abs(Date.parse(entry.time) - before)).toBeLessThan(60_000)
        expect(entry.time).toBe(new Date(entry.time).toISOString())
        return { ...entry, time: '', reqId: '', milliseconds: 0, req: { ...entry.req, id: '' } }
      })
    expect(last, path).toBeDefined()
    expect(JSON.stringify(last)).toBe(JSON.stringify(made))
  }
  const posted = await request(site.app).post('/about')
  expect([posted.status, posted.get('Allow')]).toEqual([405, 'GET, HEAD'])
})

it.each(['/blog', '/blog/a', '/blog/tag/strategie'])(
  'shows %s while it is stale, calls Ghost, and retries after 250 ms if Ghost is down',
  async (path) => {
    let now = Date.now()
    const { outcomes, observer } = watchPages()
    const { ghost, site } = await startSiteWithGhost([fakePost('a', { title: 'Avant' })], {}, () => now, {}, observer)
    const stale = 'posts; fwd=stale, pages; hit'
    const [, , fast] = await threeTimes(site, path)
    expect(fast.text).toContain('Avant')
    ghost.state.behaviour = 'answers 500'
    now += 61_000
    for (const { text, headers } of await threeTimes(site, path))
      expect([text.includes('Avant'), headers['cache-status']]).toEqual([true, stale])
    for (const passed of [249, 1]) {
      now += passed
      await request(site.app).get(path)
    }
    expect(outcomes).toEqual(['miss', 'hit', 'fast', 'hit', 'fast', 'fast', 'fast', 'hit'])
    Object.assign(ghost.state, { behaviour: 'well', posts: [fakePost('a', { title: 'Après' })] })
    now += 61_000
    const last = await request(site.app).get(path)
    expect([last.text.includes('Avant'), last.get('Cache-Status')]).toEqual([true, stale])
    await expect.poll(async () => (await request(site.app).get(path)).text).toContain('Après')
    for (const { text, headers } of await threeTimes(site, path))
      expect([text.includes('Avant'), headers['cache-status']?.startsWith('posts; hit')]).toEqual([false, true])
  },
)

it('has the right year and a valid form a minute after the clock is set back', async () => {
  const clock = { uptime: 0, setBackMs: 0 }
  const now = () => Date.parse('2027-01-01T06:00:00Z') + clock.uptime - clock.setBackMs
  await using site = await startSite({}, { now, uptime: () => clock.uptime })
  const yearIn = ({ text }: request.Response) => /© (?:<!-- -->)?(\d+)/.exec(text)?.[1]
  const [, , before] = await threeTimes(site, '/contact')
  clock.setBackMs = 5 * 3_600_000
  clock.uptime += 60_000
  const after = await request(site.app).get('/contact')
  expect([yearIn(before), yearIn(after)]).toEqual(['2027', '2026'])
  const posted = await postTo(site.app, '/api/contact', { ...fieldsIn(after.text), ...message }, 'form')
  expect([posted.status, posted.get('Location')]).toEqual([303, '/contact?form=success#form'])
})

it('never stores a page for one visitor, an error, or a page in its loading state', async () => {
  const { outcomes, observer } = watchPages()
  const { ghost, site } = await startSiteWithGhost([fakePost('a')], { POSTS_WAIT_MS: '20' }, Date.now, {}, observer)
  ghost.state.behaviour = 'hangs'
  for (const path of ['/blog', '/nowhere', '/blog/tag/none', '/contact?form=error']) await threeTimes(site, path)
  ghost.state.behaviour = 'well'
  await threeTimes(site, '/en/blog/none')
  expect(outcomes).toHaveLength(15)
  expect(outcomes).not.toContain('fast')
})
