import { expect } from 'vitest'
import { ghostHost, siteHost } from '../support/over-https.ts'
import type { startStack } from './stack.ts'

type Stack = Awaited<ReturnType<typeof startStack>>

const owner = { name: 'Une éditrice', email: 'editrice@site.example', password: 'un-mot-de-passe-assez-long-77' }

/**
 * The first steps in Ghost, by docs/operations.md: the owner, the language of mails, an integration with a
 * webhook. Resolves to the integration's keys and to functions that write articles.
 */
export async function takeFirstSteps({ askGhost }: Pick<Stack, 'askGhost'>, webhookSecret: string) {
  let cookie = ''
  async function ask<T>(method: 'POST' | 'PUT', path: string, body: object): Promise<T> {
    const answer = await askGhost(`/ghost/api/admin/${path}`, {
      method,
      headers: {
        'Content-Type': 'application/json',
        'Accept-Version': 'v6.0',
        Origin: `https://${ghostHost}`,
        ...(cookie === '' ? {} : { Cookie: cookie }),
      },
      body: JSON.stringify(body),
    })
    expect([path, answer.status < 300, answer.text]).toEqual([path, true, expect.anything()])
    const [own] = answer.headers['set-cookie'] ?? []
    if (own !== undefined) cookie = own.split(';')[0] ?? ''
    return (answer.text.startsWith('{') ? JSON.parse(answer.text) : {}) as T // Ghost's answer is what the test asks for
  }

  await ask('POST', 'authentication/setup/', { setup: [{ ...owner, blogTitle: 'Le site' }] })
  await ask('POST', 'session/', { username: owner.email, password: owner.password })
  await ask('PUT', 'settings/', {
    settings: [
      { key: 'locale', value: 'fr' },
      { key: 'timezone', value: 'America/Toronto' },
    ],
  })
  type Made = { integrations: [{ id: string; api_keys: { type: 'admin' | 'content'; secret: string }[] }] }
  const { integrations } = await ask<Made>('POST', 'integrations/?include=api_keys,webhooks', {
    integrations: [{ name: 'Site' }],
  })
  const [{ id, api_keys: keys }] = integrations
  const webhook = { name: 'Site', event: 'site.changed', target_url: `https://${siteHost}/webhooks/ghost` }
  await ask('POST', 'webhooks/', { webhooks: [{ ...webhook, secret: webhookSecret, integration_id: id }] })
  const secretOf = (type: 'admin' | 'content') => keys.find((key) => key.type === type)?.secret ?? ''
  return {
    contentKey: secretOf('content'),
    adminKey: secretOf('admin'),
    publish: (title: string, language: 'fr' | 'en') =>
      ask('POST', 'posts/?source=html', {
        posts: [{ title, html: '<p>Bonjour.</p>', status: 'published', tags: [{ name: language }] }],
      }),
  }
}
