import { resolve } from 'node:path'
import { type Config, refuseToStart } from '../config/config.ts'
import { wrongAddresses } from '../runtime/listen.ts'
import type { Log } from '../runtime/log.ts'
import { projectRoot } from '../runtime/project-root.ts'
import { onOneLine } from '../runtime/redaction.ts'
import { createOwner } from './owner.ts'
import { createSpool } from './spool.ts'

/** Makes this process the owner of its outbox until it ends. Another owner, now or later, ends it with 1. */
export async function ownOutbox(config: Config, log: Pick<Log, 'error'>): Promise<void> {
  const { directory } = config.outbox
  const owner = createOwner(createSpool(resolve(projectRoot, directory)))
  // Without a listener, the first process of a container ignores the signal.
  const end = () => process.exit(0)
  process.on('SIGTERM', end)
  const running = await owner.take(() => {
    log.error('outbox: another process owns the folder now, so this one ends')
    process.exit(1)
  })
  process.off('SIGTERM', end)
  process.on('exit', owner.release)
  if (running === null) return
  const problem = `OUTBOX_DIR: "${onOneLine(directory)}" belongs to ${onOneLine(running)}, which is running`
  refuseToStart([`${problem}; expected a folder of its own for each process`, ...(await wrongAddresses(config))])
}
