import request from 'supertest'
import { expect, it } from 'vitest'
import frBlog from '../../locales/fr/blog.json'
import { mailsTo, membersOf } from '../support/ghost-members.ts'
import { startNginx } from '../support/nginx.ts'
import { ghostHost, siteHost } from '../support/over-https.ts'
import { startSite } from '../support/start-site.ts'
import { startWay } from '../support/way-to-ghost.ts'

const GHOST_ADDRESS = new URL(process.env.GHOST_URL ?? '').host

it('leads whoever confirms a subscription by way of the proxy back to the site, and nobody to Ghost’s admin', async () => {
  await using way = await startWay()
  await using site = await startSite(way.env)
  const place = new URL(site.url).host
  await using nginx = await startNginx([place, place], { GHOST_ADDRESS })
  const email = `proxied-${Date.now()}@example.com`
  await request(site.app).post('/api/newsletter').send({ email, lang: 'fr' }).expect(202)
  await expect.poll(() => mailsTo(email), { timeout: 20_000 }).toHaveLength(1)
  const [mail] = await mailsTo(email)
  const link = new URL(mail?.links.find((candidate) => candidate.includes('action=subscribe')) ?? '')

  const confirmed = await nginx.ask(link.pathname + link.search, { host: ghostHost })
  expect([confirmed.status, confirmed.headers.location]).toEqual([302, '/?action=subscribe&success=true'])
  expect(await membersOf(email)).toHaveLength(1)
  const home = await nginx.ask('/?action=subscribe&success=true', { host: ghostHost })
  expect(home.headers.location).toBe(`https://${siteHost}/blog?newsletter=success#newsletter`)
  const landing = await nginx.ask('/blog?newsletter=success')
  expect(landing.text).toContain(frBlog.newsletter.success)

  const wrong = await nginx.ask('/members/?token=wrong&action=subscribe', { host: ghostHost })
  const failed = await nginx.ask(String(wrong.headers.location), { host: ghostHost })
  expect(failed.headers.location).toBe(`https://${siteHost}/blog?newsletter=error#newsletter`)
  expect((await nginx.ask('/ghost/', { host: ghostHost })).status).toBe(404)
})

it('shows the page to unsubscribe, and what it is made of', async () => {
  const nobody = '127.0.0.1:1'
  await using nginx = await startNginx([nobody, nobody], { GHOST_ADDRESS })
  const asked = '?uuid=11111111-1111-4111-8111-111111111111&key=abc'
  const first = await nginx.ask(`/unsubscribe/${asked}`, { host: ghostHost })
  expect(first.status).toBe(302)
  const { pathname, search } = new URL(String(first.headers.location))
  const page = await nginx.ask(pathname + search, { host: ghostHost })
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  const own = [...page.text.matchAll(/(?:src|href)="(\/(?:assets|public)\/[^"]+)"/g)].map(([, path = '']) => path)
  const key = /data-key="(\w+)"/.exec(page.text)?.[1] ?? ''
  const called = ['settings', 'newsletters', 'tiers'].map((what) => `/ghost/api/content/${what}/?key=${key}`)
  expect(own.length).toBeGreaterThan(0)
  for (const path of [...own, ...called, '/members/api/member/']) {
    const answer = await nginx.ask(path, { host: ghostHost })
    expect([path, answer.status]).toEqual([path, expect.toSatisfy((status: number) => [200, 204].includes(status))])
  }
})
