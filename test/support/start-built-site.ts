import { spawn } from 'node:child_process'
import { projectRoot } from '../../server/runtime/project-root.ts'
import { freePort } from './free-port.ts'
import { patience } from './patience.ts'
import { temporaryFolder } from './temporary-folder.ts'

/**
 * Runs the built site in a process, as an operator does. Resolves when it listens, on `PORT` or a free port. Its
 * outbox is removed at the end, unless `env` names one. The timeout for Ghost is long, because the machine may be busy.
 *
 * @param folder of a project, or of a copy of it
 */
export async function startBuiltSite(env: Record<string, string> = {}, folder = projectRoot) {
  const port = env.PORT ?? (await freePort())
  const url = `http://127.0.0.1:${port}`
  const outbox = await temporaryFolder()
  const own = { HOST: '127.0.0.1', PORT: String(port), SITE_URL: url, OUTBOX_DIR: outbox.path }
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: folder,
    env: { PATH: process.env.PATH, POSTS_MAX_MB: '0', ...patience, ...own, ...env },
  })
  const output: string[] = []
  // Not `exit`: the last lines may still be in the pipes then.
  const exited = new Promise<number | null>((resolve) => void child.once('close', resolve))
  const removed = exited.then(() => outbox[Symbol.asyncDispose]())
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output.push(String(chunk))
        if (output.slice(-2).join('').includes('"listening"')) resolve()
      })
    }
    void exited.then((code) => reject(new Error(`the site ended with status ${code}: ${output.join('')}`)))
  })
  return {
    url,
    pid: child.pid ?? 0,
    /** Standard output and standard error so far. */
    said: () => output.join(''),
    /** Pauses the process until `resume`. Signals and connections meanwhile reach it together. */
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    /** Resolves to the exit status; null if the signal ended the process. */
    end(signal: 'SIGINT' | 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
      child.kill(signal)
      return exited
    },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL')
      await removed
    },
  }
}
