import { resolve } from 'node:path'
import { ignoreBrokenPipe } from '../runtime/command-output.ts'
import { parseConfig } from '../config/config.ts'
import { projectRoot } from '../runtime/project-root.ts'
import { runCommand } from './command.ts'
import { createOwner } from './owner.ts'
import { createSpool } from './spool.ts'

const parsed = parseConfig(process.env)
if (parsed.kind === 'problems') {
  process.stderr.write(`${parsed.problems.join('\n')}\n`)
  process.exit(1)
}

const { outbox, mail, newsletter } = parsed.config
const spool = createSpool(resolve(projectRoot, outbox.directory))
const { status, output, error } = await runCommand(process.argv.slice(2), {
  spool,
  findOwner: createOwner(spool).find,
  undeliverable: [
    ...(mail === null ? ['contact messages wait: SMTP_URL and CONTACT_TO are not set'] : []),
    ...(newsletter === 'simulated' ? ['subscriptions wait, if there are any: NEWSLETTER is simulated'] : []),
  ],
  now: Date.now,
}).catch((failure: unknown) => ({ status: 1, output: '', error: `the outbox cannot be used: ${String(failure)}\n` }))
process.stderr.write(error)
ignoreBrokenPipe(process.stdout)
process.stdout.write(output)
process.exitCode = status
