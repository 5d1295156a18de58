import { request } from 'node:http'
import { text } from 'node:stream/consumers'

/** @returns the response to a request over http, on its own connection. The text is not encoded unless the headers ask for that. */
export function askOverHttp(
  url: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<{ status: number; headers: Record<string, string>; text: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers, agent: false }, (answer) => {
      const flat = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]))
      text(answer).then((all) => resolve({ status: answer.statusCode ?? 0, headers: flat, text: all }), reject)
    })
    outgoing.once('error', reject).end(body)
  })
}
