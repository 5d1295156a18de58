import request from 'supertest'
import { expect, it } from 'vitest'
import { languages, localise } from '../../../shared/language.ts'
import { newsletterForm } from '../../support/forms.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'
import { startSiteWithGhost } from '../../support/start-site.ts'
import { postTo } from '../support/contact.ts'
import { elements } from '../support/html.ts'

const { endpoint, text } = newsletterForm
const subscription = { email: 'ada@example.com', lang: 'fr' }

it.each([
  { newsletter: 'ghost', outcome: 'sent', thanks: ['success', 'sent'] },
  { newsletter: 'simulated', outcome: 'success', thanks: ['success'] },
])('answers and thanks with $thanks if NEWSLETTER=$newsletter', async ({ newsletter, outcome, thanks }) => {
  const { ghost, site } = await startSiteWithGhost(undefined, { NEWSLETTER: newsletter })
  const [script, plain] = await Promise.all(
    ['json', 'form'].map((type) => postTo(site.app, endpoint, subscription, type)),
  )
  expect([script?.status, script?.body]).toEqual([202, { outcome }])
  expect(plain?.get('Location')).toBe(`/blog?newsletter=${outcome}#newsletter`)
  for (const lang of languages) {
    const page = await request(site.app).get(`${localise('/blog', lang)}?newsletter=${outcome}`)
    const region = /<div[^>]* role="status"[^>]*>(.*?)<\/div>/s.exec(page.text)?.[1] ?? ''
    expect(elements(region, 'p').map((paragraph) => paragraph.text)).toEqual(thanks.map((key) => text(lang, key)))
  }
  if (newsletter === 'ghost') return
  expect(ghost.subscriptions).toEqual([])
  expect(await site.outbox.state()).toEqual({ waiting: 0, oldestSeconds: 0, refused: 0 })
})

it.each([
  { what: 'a proxy sends again', ids: ['3a7f', '3a7f'], mails: 1 },
  { what: 'a visitor sends again', ids: ['3a7f', '9c02'], mails: 2 },
  { what: 'a visitor sends again without a proxy', ids: [null, null], mails: 2 },
])('has Ghost send $mails confirmations for a subscription that $what', async ({ ids, mails }) => {
  const { ghost, site } = await startSiteWithGhost()
  for (const id of ids) {
    const posted = postTo(site.app, endpoint, subscription)
    expect((await (id === null ? posted : posted.set('X-Request-Id', id))).status).toBe(202)
    await expect.poll(() => site.outbox.state()).toMatchObject({ waiting: 0 })
  }
  expect(ghost.subscriptions).toHaveLength(mails)
})

it.each([
  { proxies: '0', addresses: [['198.51.100.1', '127.0.0.1']] },
  { proxies: '2', addresses: [['198.51.100.1, 203.0.113.7', '198.51.100.1']] },
  {
    proxies: '1',
    addresses: [
      // The visitor sent the addresses on the left.
      ['198.51.100.1, 203.0.113.7', '203.0.113.7'],
      // Some proxies name the port too.
      ['203.0.113.8:4001', '203.0.113.8'],
      ['[2001:db8:1::1]:443', '2001:db8:1::1'],
      ['[2001:db8:2::1]', '2001:db8:2::1'],
      // If the header lacks the visitor’s address, the proxy’s counts.
      ['unknown', '127.0.0.1'],
      ['[198.51.100.1:2', '127.0.0.1'],
    ],
  },
])('sends Ghost the visitor’s address behind $proxies proxies: $addresses', async ({ proxies, addresses }) => {
  const { ghost, site } = await startSiteWithGhost(undefined, { TRUST_PROXY: proxies })
  for (const [index, [sent = '', expected]] of addresses.entries()) {
    const email = `ada-${index}@example.com`
    await postTo(site.app, endpoint, { email, lang: 'fr' }).set('X-Forwarded-For', sent)
    await expect.poll(() => ghost.subscriptions).toHaveLength(index + 1)
    const { headers } = ghost.subscriptions.at(-1) ?? {}
    expect([sent, String(headers?.['x-forwarded-for']).replace('::ffff:', '')]).toEqual([sent, expected])
  }
})

const named = await shareSiteWithGhost(undefined, { SITE_URL: 'https://www.site.example', FORMS_PER_10_MINUTES: '100' })

it.each([
  { headers: {}, status: 202 },
  { headers: { Origin: 'https://www.site.example', 'Sec-Fetch-Site': 'same-origin' }, status: 202 },
  // Another name of the site: browsers compare it with their own origin; for old ones the host is compared.
  { headers: { Origin: 'https://site.example', 'Sec-Fetch-Site': 'same-origin' }, status: 202 },
  { headers: { Origin: 'https://site.example', Host: 'site.example' }, status: 202 },
  { headers: { Origin: 'https://site.example', 'Sec-Fetch-Site': 'same-site' }, status: 403 },
  { headers: { Origin: 'https://evil.example', Host: 'site.example' }, status: 403 },
  { headers: { Origin: 'http://www.site.example', Host: 'www.site.example' }, status: 403 },
  { headers: { Origin: 'https://www.site.example', 'Sec-Fetch-Site': 'cross-site' }, status: 403 },
  { headers: { Origin: 'https://www.site.example.evil.example' }, status: 403 },
  { headers: { Origin: 'null' }, status: 403 },
])('answers a subscription sent with $headers with $status', async ({ headers, status }) => {
  const email = `sent-with-${status}@example.com`
  const answer = await postTo(named.site.app, endpoint, { email, lang: 'fr' }).set(headers)
  expect(answer.status).toBe(status)
  if (status === 202) return
  expect(answer.body).toEqual({ errors: [{ message: expect.any(String), type: expect.any(String) }] })
  expect(answer.get('Cache-Control')).toBe('no-store')
  expect(JSON.stringify(named.ghost.subscriptions)).not.toContain(email)
})
