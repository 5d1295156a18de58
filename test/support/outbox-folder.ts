import type { Submission } from '../../server/outbox/message.ts'

export function subscriptionOf(email: string): Extract<Submission, { kind: 'subscription' }> {
  return { kind: 'subscription', email, language: 'fr', address: '203.0.113.7' }
}

type Contact = Extract<Submission, { kind: 'contact' }>

export function contactOf(
  fields: Partial<Contact['message']> = {},
  language: Contact['language'] = 'fr',
  botCheck: Contact['botCheck'] = 'passed',
): Contact {
  return {
    kind: 'contact',
    language,
    botCheck,
    message: {
      name: 'Zoé Bélanger-Côté',
      company: 'Coopérative de l’Île',
      email: 'zoe@example.com',
      subject: 'archiving',
      message: 'Bonjour,\n\nNous avons 40 boîtes à numériser.\nMerci!',
      ...fields,
    },
  }
}
