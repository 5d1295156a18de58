import { quotedOrRedacted, redacted, isLikeAddress } from '../runtime/redaction.ts'
import { type Values, type Variable, variables } from './variables.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Reads all variables. `problems` has a line for each invalid variable and for each invalid combination. */
export function readValues(env: Environment): { values: Values; problems: string[] } {
  const isSet: IsSet = (name) => Boolean(env[name]?.trim())
  const { values, problems } = readEach(env)
  return { values, problems: [...problems, ...incompletePairs(isSet), ...conflicts(values, isSet)] }
}

type IsSet = (name: keyof typeof variables) => boolean

/** Reads each variable by itself. An invalid one gets its default value. */
function readEach(env: Environment): { values: Values; problems: string[] } {
  const problems: string[] = []
  const read = (name: string, { read, initial, secret, address }: Variable) => {
    const text = env[name]?.trim()
    if (!text) return initial
    const result = read(text)
    if (result.ok) return result.value
    const isForeign = address && !isLikeAddress(text)
    const fault = isForeign
      ? `${redacted} is not an address`
      : `${secret ? redacted : quotedOrRedacted(text)} is not valid`
    problems.push(`${name}: ${fault}; expected ${result.expected}`)
    return initial
  }
  // Object.fromEntries loses the type of each name.
  const values = Object.fromEntries(Object.entries(variables).map(([name, row]) => [name, read(name, row)])) as Values
  return { values, problems }
}

const pairs = [
  ['GHOST_URL', 'GHOST_CONTENT_API_KEY'],
  ['RECAPTCHA_SITE_KEY', 'RECAPTCHA_SECRET_KEY'],
] as const

function incompletePairs(isSet: IsSet): string[] {
  return pairs.flatMap(([a, b]) => {
    if (isSet(a) === isSet(b)) return []
    const [missing, present] = isSet(a) ? [b, a] : [a, b]
    return [`${missing}: is not set although ${present} is; expected both or neither`]
  })
}

/** Values that are valid by themselves, but not together. */
function conflicts(values: Values, isSet: IsSet): string[] {
  const { NEWSLETTER, METRICS_PORT, PORT, MAIL_ACKNOWLEDGE, CONTACT_TO } = values
  const problems: string[] = []
  if (NEWSLETTER === 'ghost' && !isSet('GHOST_URL')) {
    const expected = 'GHOST_URL and GHOST_CONTENT_API_KEY to be set, or "simulated"'
    problems.push(`NEWSLETTER: "ghost" needs a Ghost; expected ${expected}`)
  }
  if (METRICS_PORT !== null && METRICS_PORT === PORT) {
    problems.push(`METRICS_PORT: "${METRICS_PORT}" is PORT's too; expected a port of its own`)
  }
  const mail = (['SMTP_URL', 'CONTACT_TO', 'CONTACT_FROM', 'MAIL_ACKNOWLEDGE'] as const).find(
    (name) => isSet(name) && (name !== 'MAIL_ACKNOWLEDGE' || MAIL_ACKNOWLEDGE === 'on'),
  )
  for (const missing of ['SMTP_URL', 'CONTACT_TO'] as const) {
    if (mail === undefined || isSet(missing)) continue
    problems.push(`${missing}: is not set although ${mail} is; expected SMTP_URL and CONTACT_TO, or no mail at all`)
  }
  // A mail has one sender.
  if (CONTACT_TO !== null && CONTACT_TO.length > 1 && !isSet('CONTACT_FROM')) {
    problems.push(
      'CONTACT_FROM: is not set although CONTACT_TO has several recipients; expected the address of the sender',
    )
  }
  return problems
}
