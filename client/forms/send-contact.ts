import { parseContact } from '../../shared/contact-rules.ts'
import type { ContactState } from './contact-state.ts'
import { patience } from './patience.ts'
import type { PersonCheck } from './person-check.ts'

/** How the sending ended; `plainly`: only the form as the browser itself sends it can go through. */
type Sent = ContactState | { kind: 'plainly'; stamp: string }

/** Posts a message, with the proof that a person wrote it. */
export async function sendContact(fields: Record<string, unknown>, check: PersonCheck): Promise<Sent> {
  try {
    const proof = await check.take()
    if (proof.kind === 'unavailable') return { kind: 'plainly', stamp: proof.stamp }
    const response = await fetch('/api/contact', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...fields, ...proof.fields }),
      signal: patience(),
    })
    // Another success is a page of somebody's on the way, as a hotel's that wants a password first.
    if (response.status === 202 && !response.redirected) return { kind: 'success' }
    return await refusalOf(response, fields)
  } catch {
    return { kind: 'error' }
  }
}

async function refusalOf(response: Response, fields: Record<string, unknown>): Promise<ContactState> {
  switch (response.status) {
    case 403: {
      // Our own server's error; another 403 is a proxy's, or a post from elsewhere.
      const { errors } = (await response.json()) as { errors?: { type?: string }[] }
      return { kind: errors?.[0]?.type === 'BotCheckFailed' ? 'botCheck' : 'error' }
    }
    case 422: {
      const reading = parseContact(fields)
      return reading.kind === 'invalid' ? { kind: 'invalid', problems: reading.problems } : { kind: 'error' }
    }
    case 429:
      return { kind: 'limited' }
    default:
      return { kind: 'error' }
  }
}
