import type { RequestListener } from 'node:http'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import request from 'supertest'
import { elements } from './html.ts'

export { message } from '../../support/forms.ts'

/** The fields that a served form carries, as a browser without JavaScript would post them; `app` may be an address. */
export async function servedFields(
  app: RequestListener | string,
  path = '/contact',
  action = '/api/contact',
): Promise<Record<string, string>> {
  const { text } = await request(app).get(path)
  return fieldsIn(text, action)
}

/** The fields of a form in a page, with their values. */
export function fieldsIn(text: string, action = '/api/contact'): Record<string, string> {
  const [form] = elements(text, 'form').filter(({ attributes }) => attributes.action === action)
  const of = (name: string) => elements(form?.inner ?? '', name)
  const chosen = of('option').find(({ attributes }) => 'selected' in attributes)
  return Object.fromEntries([
    ...of('input').map(({ attributes: { name = '', value = '' } }) => [name, value]),
    ...of('select').map(({ attributes: { name = '' } }) => [name, chosen?.attributes.value ?? '']),
    ...of('textarea').map(({ attributes: { name = '' }, text }) => [name, text]),
  ])
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
