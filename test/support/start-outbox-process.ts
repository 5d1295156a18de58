import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { companyTexts } from '../../build/company-texts.ts'
import { projectRoot } from '../../server/runtime/project-root.ts'
import type { Submission } from '../../server/outbox/message.ts'
import type { FromProcess, ToProcess } from './outbox-process.ts'

/** Builds the process once: Node 20 runs no TypeScript. Inside node_modules, so that it finds its packages. */
export async function buildOutboxProcess() {
  const folder = await mkdtemp(join(projectRoot, 'node_modules/.outbox-process-'))
  await build({
    root: projectRoot,
    configFile: false,
    logLevel: 'silent',
    plugins: [companyTexts()],
    build: { ssr: 'test/support/outbox-process.ts', outDir: folder, emptyOutDir: false },
  })
  return {
    file: join(folder, 'outbox-process.js'),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

/** The clock of most runs faster, the same in all of them, so that a backoff takes seconds rather than minutes. */
const quickClock = 120

/**
 * Starts it; resolves when it delivers. `accepted` gets the key of every message that it says is safe. By a clock of speed 0, which
 * stands still, no backoff ever ends.
 */
export async function startOutboxProcess(
  file: string,
  env: Record<string, string>,
  accepted: Set<string>,
  clockSpeed = quickClock,
) {
  const child: ChildProcess = fork(file, {
    env: { ...process.env, ...env, CLOCK_SPEED: String(clockSpeed) },
    stdio: 'inherit',
  })
  const exited = new Promise<number | null>((resolve) => void child.once('exit', resolve))
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the process ended with status ${code}`)))
    child.on('message', (message: FromProcess) => {
      if (message === 'ready') resolve()
      else accepted.add(message.accepted)
    })
  })
  return {
    send(key: string, submission: Submission): void {
      const message: ToProcess = { key, submission }
      // A process that has just been killed takes nothing more: such a message was never accepted.
      if (child.connected) child.send(message, () => {})
    },
    /** Resolves to the status that the process ends with; null: a signal ended it. */
    exited,
    /** Stands still, as a paused container does, until it is resumed. */
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    async kill(): Promise<void> {
      child.kill('SIGKILL')
      await exited
    },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}
