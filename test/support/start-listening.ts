import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** Starts a program in the foreground. Resolves when it listens on its port. */
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
