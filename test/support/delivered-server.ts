import { type ChildProcess, execFile, type ExecFileException, spawn, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { projectRoot } from '../../server/runtime/project-root.ts'

const run = promisify(execFile)

/**
 * A configuration that is delivered, which a server on this machine is to take.
 *
 * @param file in the project's folder
 * @param values of variables such as `${SITE_HOST}`
 * @param replaced texts that must be there, and what stands in their place
 */
export async function deliveredConfiguration(
  file: string,
  values: Record<string, string>,
  replaced: Record<string, string>,
): Promise<string> {
  const template = await readFile(join(projectRoot, file), 'utf8')
  let configuration = template.replace(/\$\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
  for (const [text, other] of Object.entries(replaced)) {
    if (!configuration.includes(text)) throw new Error(`${file}: holds no "${text}"`)
    configuration = configuration.replaceAll(text, other)
  }
  return configuration
}

/** Fails with what the program says of its configuration, unless it takes it. */
export async function checkConfiguration(program: string, options: string[]): Promise<void> {
  await run(program, options, { maxBuffer: 2 ** 24 }).catch((error: ExecFileException & { stderr: string }) => {
    throw new Error(`${program} does not take the configuration: ${error.stderr}`)
  })
}

/** A program that runs in the foreground, once it listens on its port. */
export async function startListening(port: number, program: string, options: string[], spawned: SpawnOptions = {}) {
  const server: ChildProcess = spawn(program, options, { stdio: 'ignore', ...spawned })
  const exited = once(server, 'exit')
  while (!(await isListening(port))) {
    if (server.exitCode !== null) throw new Error(`${program} ended with status ${server.exitCode}`)
    await delay(20)
  }
  return {
    pid: server.pid,
    async [Symbol.asyncDispose]() {
      server.kill('SIGTERM')
      await exited
    },
  }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
