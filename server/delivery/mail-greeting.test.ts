import { expect, it } from 'vitest'
import { greetMailServer } from './mail-server.ts'
import { askingForTls, smtpError, startMailServer } from '../../test/support/mail-server.ts'

// The tests run at the same time, each with its own server, which delays every client by 0.1 s.

const doubtful = { kind: 'insecure', why: expect.stringMatching(/certificate/) }

it.concurrent.each(askingForTls)('fails at an invalid certificate if TLS is required: %s…%s', async (start, query) => {
  await using server = await startMailServer({ secure: start === 'smtps://' })
  const reason = expect.stringMatching(/certificate/)
  expect(await greetMailServer(`${start}127.0.0.1:${server.port}${query}`)).toEqual({ kind: 'failed', why: reason })
})

it.concurrent('reports an invalid certificate if mail would otherwise go in the clear', async () => {
  await using server = await startMailServer()
  expect(await greetMailServer(`smtp://127.0.0.1:${server.port}`)).toEqual(doubtful)
})

it.concurrent('reports an invalid certificate, even if the URL accepts any', async () => {
  await using server = await startMailServer()
  expect(await greetMailServer(server.url)).toEqual(doubtful)
})

it.concurrent.each(['requireTLS=false', 'ignoreTLS=true'])(
  'reports that a login goes in the clear with ?%s',
  async (query) => {
    await using server = await startMailServer({
      hideSTARTTLS: true,
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ username }, _session, callback) => callback(null, { user: username }),
    })
    const url = `smtp://site:hunter2@127.0.0.1:${server.port}?${query}`
    expect(await greetMailServer(url)).toMatchObject({ kind: 'insecure' })
  },
)

it.concurrent('greets a server that has no TLS, and one that is away', async () => {
  await using server = await startMailServer({ hideSTARTTLS: true, disabledCommands: ['STARTTLS'] })
  expect(await greetMailServer(server.url)).toMatchObject({ kind: 'insecure' })
  expect(await greetMailServer('smtp://127.0.0.1:1')).toEqual({
    kind: 'failed',
    why: expect.stringContaining('ECONNREFUSED'),
  })
})

it.concurrent('reports a server that offers TLS and then fails at it', async () => {
  await using server = await startMailServer({
    onSecure: (_socket, _session, callback) => callback(smtpError(454, 'TLS not available')),
  })
  expect(await greetMailServer(server.url)).toMatchObject({ kind: 'insecure' })
})
