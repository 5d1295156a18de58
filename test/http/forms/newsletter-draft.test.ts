import request from 'supertest'
import { expect, it } from 'vitest'
import type { Language } from '../../../shared/language.ts'
import { startSite, startSiteWithGhost } from '../../support/start-site.ts'
import { elements, textOf } from '../support/html.ts'
import { textIn } from '../support/texts.ts'

type Refused = {
  lang: Language
  page: string
  typed: string
  outcome: 'invalid' | 'error'
  env: Record<string, string>
}

/** The value in the field of the newsletter's form. */
function addressIn(html: string): string | undefined {
  return elements(html, 'input').find(({ attributes }) => attributes.name === 'email')?.attributes.value
}

it.each<Refused>([
  { lang: 'fr', page: '/blog', typed: 'ada@example', outcome: 'invalid', env: {} },
  { lang: 'en', page: '/en/blog', typed: ' "<b>Zoé</b>" & ada ', outcome: 'invalid', env: {} },
  { lang: 'fr', page: '/blog', typed: 'ada@example.com', outcome: 'error', env: { OUTBOX_DIR: 'package.json/outbox' } },
])('returns the address "$typed" on $page without JavaScript, to be corrected', async (given) => {
  const { lang, page, typed, outcome, env } = given
  const { site } = await startSiteWithGhost(undefined, env)
  const visitor = request.agent(site.app)

  const sent = await visitor.post('/api/newsletter').type('form').send({ email: typed, lang })

  expect([sent.status, sent.get('Location')]).toEqual([303, `${page}?newsletter=${outcome}#newsletter`])
  for (const _time of [1, 2]) {
    const arrived = await visitor.get(String(sent.get('Location')))
    expect(arrived.status).toBe(200)
    expect(arrived.get('Cache-Control')).toBe('no-store')
    expect(arrived.get('Cache-Status')).toContain('pages; fwd=miss')
    expect(addressIn(arrived.text)).toBe(typed)
    expect(textOf(arrived.text)).toContain(textIn(lang, 'blog', `newsletter.${outcome}`))
  }
  expect(site.logged()).not.toContain(typed.trim())
})

it('shows a refused address to no other visitor, and on no other page', async () => {
  await using site = await startSite()
  const visitor = request.agent(site.app)
  const refused = await visitor.post('/api/newsletter').type('form').send({ email: 'ada@example', lang: 'fr' })
  const [cookie = ''] = refused.get('Set-Cookie') ?? []
  expect(cookie).toMatch(/^newsletter-draft=[\w-]+; Max-Age=600; Path=\/; Expires=.*; HttpOnly; SameSite=Lax$/)
  const address = String(refused.get('Location'))
  expect((await visitor.get(address)).text).toContain('ada@example"')

  const other = await request(site.app).get(address)
  expect(other.text).not.toContain('ada@example"')
  expect(other.get('Cache-Control')).toBe('no-store')
  for (const path of [
    '/blog',
    '/blog?newsletter=success',
    '/blog?newsletter=sent',
    '/blog?newsletter=known',
    '/blog?newsletter=other',
    '/contact?form=invalid',
    '/about',
  ]) {
    for (const _time of [1, 2]) expect((await visitor.get(path)).text, path).not.toContain('ada@example"')
  }
  for (const path of ['/blog', '/blog?newsletter=other'])
    expect((await visitor.get(path)).get('Cache-Control'), path).toMatch(/^public/)
})

it('forgets a refused address once one is accepted, and keeps the contact form’s draft', async () => {
  const { site } = await startSiteWithGhost(undefined, { SITE_URL: 'https://www.site.example' })
  const subscribe = (email: string) =>
    request(site.app).post('/api/newsletter').type('form').send({ email, lang: 'en' })
  expect((await subscribe('ada@example')).get('Set-Cookie')).toEqual([expect.stringContaining('; Secure;')])
  const taken = await subscribe('ada@example.com')
  expect(taken.get('Set-Cookie')).toEqual([
    expect.stringMatching(/^newsletter-draft=; Path=\/; Expires=Thu, 01 Jan 1970/),
  ])
})
