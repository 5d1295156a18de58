import { dueImmediately, isUnderWay } from './schedule.ts'
import type { Entry } from './entry.ts'
import { formatDetails, formatExport, formatListLine, readItems } from './listing.ts'
import type { Spool } from './spool.ts'

// `retry --all` is accepted too, but npm does not pass on arguments that begin with `--`.
const usage = `npm run outbox <command>, or node dist/server/outbox.js <command>, with the site's variables

  list            what waits, what was refused, and why
  show <id>       one message, whole
  retry           try everything that waits now
  retry <id>      try one message now, also a refused one
  retry all       try everything now, also what was refused
  export          all messages as CSV
  remove <id>     delete a message for good
`

/** The command's output and exit status: 0 done, 1 impossible, 2 misunderstood. */
type CommandResult = { status: 0 | 1 | 2; output: string; error: string }

type CommandOptions = {
  spool: Spool
  /** Resolves to the name of the running process that delivers the messages, or null. */
  findOwner: () => Promise<string | null>
  /** Kinds of message that have nowhere to go, each with what is missing. */
  undeliverable: readonly string[]
  /** Milliseconds since 1970. */
  now: () => number
}

/** The operator's view of the outbox. It only uses the files, so the site need not run. */
export async function runCommand(args: readonly string[], options: CommandOptions): Promise<CommandResult> {
  const { spool, findOwner, undeliverable, now } = options
  const [command = '', argument, ...rest] = args
  if (rest.length > 0) return misunderstood(`"${rest.join(' ')}" is too much`)

  switch (`${command}${argument === undefined ? '' : ' …'}`) {
    case 'list':
      return list()
    case 'export':
      return done(formatExport(await readItems(spool), now()))
    case 'show …':
      return withEntry(argument, async (entry) => {
        const item = (await readItems(spool)).find((candidate) => candidate.entry.id === entry.id)
        return item ? done(`${formatDetails(item, now())}\n`) : impossible(`${entry.id} has just been delivered`)
      })
    case 'remove …':
      return withEntry(argument, async (entry) => {
        if (await isHeld(entry)) return impossible(`${entry.id} is being delivered`)
        return (await spool.remove(entry))
          ? done(`${entry.id} is deleted\n`)
          : impossible(`${entry.id} has just been taken`)
      })
    case 'retry':
      return retry(await spool.queue())
    case 'retry …':
      if (argument === '--all' || argument === 'all') return retry(await spool.all())
      return withEntry(argument, async (entry) => {
        if (await isHeld(entry)) return impossible(`${entry.id} is being delivered`)
        return retry([entry])
      })
    case '':
    case 'help':
    case '--help':
      return { status: command === '' ? 2 : 0, output: usage, error: '' }
    default:
      return misunderstood(`"${args.join(' ')}" is not a command`)
  }

  async function list(): Promise<CommandResult> {
    const items = await readItems(spool)
    const refused = items.filter(({ entry }) => entry.state === 'refused').length
    const lines = [
      `${items.length - refused} waiting, ${refused} refused, in ${spool.directory}`,
      ...undeliverable,
      ...items.map((item) => formatListLine(item, now())),
      ...(await spool.foreignFiles()).map((file) => `refused/${file} is no message of this outbox`),
    ]
    return done(`${lines.join('\n')}\n`)
  }

  async function retry(entries: readonly Entry[]): Promise<CommandResult> {
    let count = 0
    for (const entry of entries) {
      if (await isHeld(entry)) continue
      if (await spool.move(entry, { ...entry, state: 'waiting', dueAt: dueImmediately, attempts: 0 })) count += 1
    }
    const lines = [`${count} to be tried now; a running site begins within a few seconds`, ...undeliverable]
    return done(`${lines.join('\n')}\n`)
  }

  async function withEntry(id: string | undefined, act: (entry: Entry) => Promise<CommandResult>) {
    const entry = (await spool.all()).find((candidate) => candidate.id === id)
    return entry ? act(entry) : impossible(`${id}: no such message; "list" shows those that there are`)
  }

  async function isHeld(entry: Entry): Promise<boolean> {
    return isUnderWay(entry) && (await findOwner()) !== null
  }
}

function done(output: string): CommandResult {
  return { status: 0, output, error: '' }
}

function impossible(reason: string): CommandResult {
  return { status: 1, output: '', error: `${reason}\n` }
}

function misunderstood(reason: string): CommandResult {
  return { status: 2, output: '', error: `${reason}\n\n${usage}` }
}
