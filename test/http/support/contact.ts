import type { RequestListener } from 'node:http'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import request from 'supertest'
import { contactOf } from '../../support/outbox-folder.ts'
import { elements } from './html.ts'

export const { message } = contactOf()

/** The fields that the served contact form carries, as a browser without JavaScript would post them; `app` may be an address. */
export async function servedFields(app: RequestListener | string, path = '/contact'): Promise<Record<string, string>> {
  const { text } = await request(app).get(path)
  return fieldsIn(text)
}

/** The fields of the contact form in a page. */
export function fieldsIn(text: string): Record<string, string> {
  const [form] = elements(text, 'form').filter(({ attributes }) => attributes.action === '/api/contact')
  const inputs = elements(form?.inner ?? '', 'input').map(({ attributes }) => attributes)
  return Object.fromEntries(inputs.map(({ name = '', value = '' }) => [name, value]))
}

/** The fields by which a script proves that a person sends the form; a subscription needs no token. */
export async function verifiedFields(app: RequestListener | string, form: 'contact' | 'newsletter' = 'contact') {
  const { formToken, challenge } = (await request(app).get(`/api/${form}/check`)).body
  const proof = JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) })
  return form === 'contact' ? { formToken, proof } : { proof }
}

/** Posts fields as a script does, or as a plain form. */
export function postTo(app: RequestListener | string, path: string, fields: object | string, type = 'json') {
  return request(app).post(path).type(type).send(fields)
}
