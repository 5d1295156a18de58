import { createServer } from 'node:net'

/** Ports below those of outgoing connections (Linux: from 32768), which could take a port before the test listens on it. */
const lowest = 10_240
/** Concurrent workers have their own ports, because another worker might take a free port. */
const maxWorkers = 10
const portsOfWorker = 2200
const worker = Number(process.env.VITEST_POOL_ID ?? 0) % maxWorkers
/** A worker's next process begins at another port, because old connections may linger. */
let next = process.pid * 50

/** A port on which nothing listens. */
export async function freePort(): Promise<number> {
  const port = lowest + worker * portsOfWorker + (next % portsOfWorker)
  next += 1
  const server = createServer()
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true))
  })
  if (!isFree) return freePort()
  await new Promise((resolve) => server.close(resolve))
  return port
}
