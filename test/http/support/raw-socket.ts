import { connect } from 'node:net'

/** Sends bytes unchanged. Resolves to everything that is received until the server closes the connection. */
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
    // If a body is rejected before its end, the connection may be reset.
    socket.on('error', () => {})
    socket.on('close', () => resolve(answers))
  })
}

/** The statuses of the responses in a text from {@link exchange}. */
export function statusesIn(answers: string): number[] {
  return [...answers.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
}

/** A request with the fields that each needs. The connection closes after its response. */
export function requestText(line: string, fields: string[] = [], body = ''): string {
  return [`${line} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...fields, '', body].join('\r\n')
}
