import { type AddressInfo, createServer, type Socket } from 'node:net'

/** A server that greets each client with these bytes, if any, and then only runs `answer`. */
export async function startMuteServer(
  greeting = '',
  answer: (socket: Socket, input: string) => void = () => {},
  wait = () => {},
) {
  const server = createServer((socket) => {
    socket.on('error', () => {}).on('data', (chunk) => answer(socket, String(chunk)))
    // The client is notified of the connection in a separate turn.
    const greet = (turns: number) => {
      if (turns > 0) return void setImmediate(greet, turns - 1)
      wait()
      socket.write(greeting)
    }
    greet(10)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}

/** A server that accepts every command, or runs `act` instead if the client’s input so far matches `at`. */
export function startAgreeingServer(
  at: RegExp,
  act: (socket: Socket, answer: string) => void,
  hello = '250 yes\r\n',
  wait = () => {},
) {
  const sessions = new WeakMap<Socket, string>()
  const answerTo = (socket: Socket, input: string) => {
    const session = (sessions.get(socket) ?? '') + input
    sessions.set(socket, session)
    const isMail = session.includes('DATA\r\n') && !session.endsWith('DATA\r\n')
    if (isMail && !session.endsWith('\r\n.\r\n')) return
    const answer = input.startsWith('DATA') ? '354 go on\r\n' : input.startsWith('EHLO') ? hello : '250 yes\r\n'
    if (at.test(session)) act(socket, answer)
    else socket.write(answer)
  }
  return startMuteServer('220 yes.example ESMTP\r\n', answerTo, wait)
}
