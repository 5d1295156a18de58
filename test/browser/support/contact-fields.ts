import { contactFields } from '../../../shared/contact-rules.ts'
import { visit } from '../../support/browser.ts'
import { contactOf } from '../../support/outbox-folder.ts'
import type { Visitor } from './late-script.ts'

export const { message: typed } = contactOf()

export async function fillIn({ page }: Visitor, message = typed) {
  for (const field of contactFields) {
    const control = page.locator(`#contact-${field}`)
    await (field === 'subject' ? control.selectOption(message.subject) : control.fill(message[field]))
  }
}

/** A visitor whose browser cannot compute a proof of work: for tests of anything else. */
export async function withoutProof(visitor: Visitor) {
  await visitor.page.addInitScript(() => Reflect.deleteProperty(window, 'Worker'))
  return visitor
}

export async function visitWithoutProof(...args: Parameters<typeof visit>) {
  const visited = await visit(...args)
  await withoutProof(visited.visitor)
  return visited
}
