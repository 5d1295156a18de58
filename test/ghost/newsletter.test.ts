import request from 'supertest'
import { expect, it } from 'vitest'
import enBlog from '../../locales/en/blog.json'
import frBlog from '../../locales/fr/blog.json'
import { startNginx } from '../support/nginx.ts'
import { ghostHost, siteHost } from '../support/over-https.ts'
import { startSite } from '../support/start-site.ts'
import { env } from './support/env.ts'
import { mailsTo, membersOf } from './support/members.ts'

/** Ghost's public address, which it uses in every redirect. It is not reachable here. */
const GHOST_ADDRESS = new URL(env.GHOST_URL).host

it.each([
  { lang: 'fr', blog: '/blog', texts: frBlog.newsletter },
  { lang: 'en', blog: '/en/blog', texts: enBlog.newsletter },
])('makes a subscriber in $lang a member, and redirects them through the proxy to $blog', async (row) => {
  const { lang, blog, texts } = row
  await using site = await startSite(env)
  const place = new URL(site.url).host
  await using nginx = await startNginx([place, place], { GHOST_ADDRESS })
  /** The address to which Ghost's own redirect leads by way of the proxy. */
  const landingOf = async (link: URL) => {
    const followed = await nginx.ask(link.pathname + link.search, { host: ghostHost })
    const home = new URL(String(followed.headers.location), link)
    expect([followed.status, home.pathname]).toEqual([302, '/'])
    return (await nginx.ask(home.pathname + home.search, { host: ghostHost })).headers.location
  }
  const email = `proxied-${lang}-${Date.now()}@example.com`
  await request(site.app).post('/api/newsletter').send({ email, lang }).expect(202)
  await expect.poll(() => mailsTo(email)).toHaveLength(1)
  expect(await membersOf(email)).toEqual([])
  const [mail] = await mailsTo(email)
  const link = new URL(mail?.links.find((candidate) => candidate.includes('action=subscribe')) ?? '')

  expect(await landingOf(link)).toBe(`https://${siteHost}${blog}?newsletter=success#newsletter`)
  expect(await membersOf(email)).toMatchObject([
    { labels: [{ name: `site-${lang}` }], newsletters: [{ name: 'La lettre' }] },
  ])
  await expect.poll(() => site.outbox.state()).toMatchObject({ waiting: 0, refused: 0 })
  const landing = await nginx.ask(`${blog}?newsletter=success`)
  expect(landing.text).toContain(texts.success)
  expect(landing.text).not.toContain(texts.sent)

  link.searchParams.set('token', 'wrong')
  // Ghost 5 has no language for a link that is not good any more.
  const failed = [blog, '/blog'].map((path) => `https://${siteHost}${path}?newsletter=error#newsletter`)
  expect(failed).toContain(await landingOf(link))
  expect((await nginx.ask('/ghost/', { host: ghostHost })).status).toBe(404)
})

it.each([
  { lang: 'fr', blog: '/blog' },
  { lang: 'en', blog: '/en/blog' },
])('leads from a newsletter’s link to a post in $lang to the article below $blog', async ({ lang, blog }) => {
  await using site = await startSite(env)
  const place = new URL(site.url).host
  await using nginx = await startNginx([place, place], { GHOST_ADDRESS })
  // The site reads its posts before the proxy's timeout counts.
  await request(site.url).get(blog).expect(200)
  const query = new URLSearchParams({ key: env.GHOST_CONTENT_API_KEY, filter: `tag:${lang}`, limit: '1' })
  const content = await fetch(`${env.GHOST_URL}/ghost/api/content/posts/?${query}`)
  const [post] = ((await content.json()) as { posts: { slug: string; url: string }[] }).posts
  const { pathname } = new URL(post?.url ?? '')

  const sent = await nginx.ask(`${pathname}?attribution_id=65a1b2c3d4&attribution_type=post`, { host: ghostHost })
  expect([sent.status, sent.headers.location]).toEqual([302, `https://${siteHost}/from-ghost${pathname}`])
  const led = await nginx.ask(`/from-ghost${pathname}`)
  expect([led.status, led.headers.location]).toEqual([302, `${blog}/${post?.slug}`])
  const article = await nginx.ask(`${blog}/${post?.slug}`)
  expect(article.status).toBe(200)
  expect(article.text).toContain(`<html lang="${lang}`)
})

it('serves the page to unsubscribe, with its scripts and data', async () => {
  const noInstance = '127.0.0.1:1'
  await using nginx = await startNginx([noInstance, noInstance], { GHOST_ADDRESS })
  const query = '?uuid=11111111-1111-4111-8111-111111111111&key=abc'
  const first = await nginx.ask(`/unsubscribe/${query}`, { host: ghostHost })
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

it('sets an address aside that Ghost refuses, with Ghost’s reason', async () => {
  await using site = await startSite(env)
  // Valid for a browser, not for Ghost.
  await request(site.app).post('/api/newsletter').send({ email: 'a..b@example.com', lang: 'fr' }).expect(202)
  await expect.poll(() => site.outbox.state()).toMatchObject({ waiting: 0, refused: 1 })
  expect(site.logged()).toContain('Ghost refuses the subscription: Email is not valid')
})
