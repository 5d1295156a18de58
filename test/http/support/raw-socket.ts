import { connect } from 'node:net'

/** Sends bytes as they are; resolves to all that comes back until the server closes the connection. */
export function exchange(siteUrl: string, ...sent: (string | Buffer)[]): Promise<string> {
  const { hostname, port } = new URL(siteUrl)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      for (const part of sent) socket.write(part)
    })
    let answers = ''
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => {
      answers += text
    })
    // A client that is refused in the middle of a body may see the connection reset.
    socket.on('error', () => {})
    socket.on('close', () => resolve(answers))
  })
}

/** The statuses of the answers in a text that {@link exchange} gave. */
export function statusesIn(answers: string): number[] {
  return [...answers.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
}

/** A request's text with the fields that every one needs; the connection closes after its answer. */
export function requestText(line: string, fields: string[] = [], body = ''): string {
  return [`${line} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...fields, '', body].join('\r\n')
}
