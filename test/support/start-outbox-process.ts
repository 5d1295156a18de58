import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { companyTexts } from '../../build/company-texts.ts'
import { projectRoot } from '../../server/runtime/project-root.ts'
import type { Submission } from '../../server/outbox/message.ts'
import type { FromProcess, ToProcess } from './outbox-process.ts'

/** Builds the process once, because Node 20 cannot run TypeScript. Inside node_modules, so that it finds its packages. */
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

/** Most processes have a faster clock, the same for all, so that a backoff takes seconds instead of minutes. */
const quickClock = 120

/**
 * Starts it. Resolves when it delivers. `accepted` gets the key of every message that it accepted. With a clock of speed 0, which
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
      // A killed process accepts nothing, so such a message was never accepted.
      if (child.connected) child.send(message, () => {})
    },
    /** Resolves to the exit status; null if a signal ended the process. */
    exited,
    /** Pauses the process like a container, until `resume`. */
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
