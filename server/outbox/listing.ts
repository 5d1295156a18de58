import { contactFields } from '../../shared/contact-rules.ts'
import { type Entry, receivedAt } from './entry.ts'
import type { Message } from './message.ts'
import { isDue, isUnderWay } from './schedule.ts'
import type { FileContent, Spool } from './spool.ts'

export type Item = { entry: Entry; content: Exclude<FileContent, { kind: 'gone' }> }

/** Waiting entries, then refused ones, both in the order of receipt. */
export async function readItems(spool: Spool): Promise<Item[]> {
  const inOrder = (entries: Entry[]) => entries.sort((a, b) => receivedAt(a) - receivedAt(b))
  const items: Item[] = []
  for (const entry of [...inOrder(await spool.queue()), ...inOrder(await spool.refused())]) {
    const content = await spool.read(entry)
    if (content.kind !== 'gone') items.push({ entry, content })
  }
  return items
}

/** An item on one line, without anything that a visitor wrote. */
export function formatListLine({ entry, content }: Item, now: number): string {
  const received = new Date(receivedAt(entry)).toISOString().slice(0, 16)
  const reason = failureOf(content)
  const line = [entry.id, entry.step.padEnd(15), received, stateOf(entry, now), `tried ${entry.attempts}×`].join('  ')
  return printable(reason === '' ? line : `${line}\n    ${reason}`)
}

function stateOf(entry: Entry, now: number): string {
  if (entry.state === 'refused') return 'refused'
  if (isUnderWay(entry)) return 'being delivered, or due at the next start'
  if (isDue(entry, now)) return 'due now'
  return `again at ${new Date(entry.dueAt).toISOString().slice(0, 19)}`
}

export function formatDetails({ entry, content }: Item, now: number): string {
  const head = formatListLine({ entry, content }, now)
  if (content.kind !== 'message') return head
  const { text, ...fields } = fieldsOf(content.message)
  const lines = Object.entries(fields).flatMap(([name, value]) => (value === '' ? [] : [`${name}: ${value}`]))
  return printable([head, '', ...lines, ...(text === '' ? [] : ['', text])].join('\n'))
}

/**
 * Messages as CSV for a spreadsheet, one row each.
 *
 * @param now milliseconds since 1970
 */
export function formatExport(items: readonly Item[], now: number): string {
  const head = ['id', 'step', 'received', 'state', 'attempts', 'reason', ...fieldNames]
  const rows = items.map(({ entry, content }) => {
    const received = new Date(receivedAt(entry)).toISOString()
    const own = [entry.id, entry.step, received, stateOf(entry, now), String(entry.attempts), failureOf(content)]
    const fields = content.kind === 'message' ? fieldsOf(content.message) : null
    return [...own, ...fieldNames.map((name) => fields?.[name] ?? '')]
  })
  return toCsv([head, ...rows])
}

const fieldNames = ['language', ...contactFields.filter((field) => field !== 'message'), 'text'] as const

/** The fields that a visitor sent; not the network address. */
function fieldsOf({ submission }: Message): Record<(typeof fieldNames)[number], string> {
  const { language } = submission
  if (submission.kind === 'subscription') {
    return { language, name: '', company: '', email: submission.email, subject: '', text: '' }
  }
  const { message: text, ...fields } = submission.message
  return { language, ...fields, text }
}

function failureOf(content: Item['content']): string {
  return content.kind === 'message' ? (content.message.failure?.reason ?? '') : content.reason
}

/** Replaces control characters: a visitor's could rewrite what a terminal shows. */
function printable(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, '\ufffd')
}

/**
 * A table as CSV. Rows end with CRLF, and cells are quoted if necessary. A byte order mark tells spreadsheet programs that it is
 * UTF-8. An apostrophe precedes cells that they would read as formulas.
 *
 * @see RFC 4180 and https://owasp.org/www-community/attacks/CSV_Injection
 */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return `\ufeff${rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('')}`
}

function toCell(text: string): string {
  const safe = /^\s*[=+\-@|%＝＋－＠]|^[\t\r\n]/.test(text) ? `'${text}` : text
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe
}
