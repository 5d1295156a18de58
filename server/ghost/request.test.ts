import { createServer } from 'node:http'
import fetch from 'node-fetch'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { createGhostAdmin } from './admin.ts'
import { contentOf, createGhostRequest } from './request.ts'
import { listenForTest } from '../../test/support/listen-for-test.ts'

it('hides the key, the token and the address if Ghost’s error repeats them', async () => {
  const key = '0123456789abcdef0123456789'
  const given: string[] = []
  const server = createServer((req, res) => {
    const { authorization = '', host = '' } = req.headers
    given.push(authorization)
    const message = `${host} takes neither ${key} nor ${authorization}.`
    res.writeHead(400).end(JSON.stringify({ errors: [{ message, type: 'BadRequestError' }] }))
  })
  await using ghost = await listenForTest(server)
  const ask = createGhostRequest({ url: ghost.url, key, version: 'v5.0', timeoutMs: 5000 }, fetch, Date.now)
  const askAdmin = createGhostAdmin(ask, `${'1'.repeat(24)}:${'a'.repeat(64)}`, Date.now)
  const answer = await askAdmin('posts/')
  expect(given).toEqual([expect.stringMatching(/^Ghost eyJ/)])
  expect(() => contentOf(answer, z.unknown(), 'a page')).toThrow('… takes neither … nor ….')
})
