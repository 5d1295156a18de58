import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listenForTest } from '../../support/listen-for-test.ts'

export type Behave = (req: IncomingMessage, res: ServerResponse) => void

/** An instance whose responses a test sets, and which records its requests. */
export async function startInstance(behave: Behave = (_req, res) => void res.end('well')) {
  const asked: string[] = []
  const server = createServer((req, res) => {
    asked.push(`${req.method} ${req.url}`)
    behave(req, res)
  })
  const listening = await listenForTest(server)
  return { ...listening, asked, place: new URL(listening.url).host }
}
