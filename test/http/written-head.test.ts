import { ServerResponse } from 'node:http'
import { expect, it, vi } from 'vitest'
import { startSite } from '../support/start-site.ts'
import { exchange } from './support/raw-socket.ts'

const prepared = { path: '/ai', times: 3 }

function requestOf(fields: string[] = [], method = 'GET', version = '1.1'): string {
  return [`${method} ${prepared.path} HTTP/${version}`, 'Host: localhost', ...fields, '', ''].join('\r\n')
}

/** A site on a clock of its own that has the page ready to be written again. */
async function startReadySite(clock: { now: number }) {
  const site = await startSite({}, () => clock.now)
  for (let time = 1; time <= prepared.times; time += 1) await exchange(site.url, requestOf(['Connection: close']))
  return site
}

/** The heads of all answers that came over one connection, in lines. */
function headsIn(answers: string): string[][] {
  return [...answers.matchAll(/HTTP\/1\.1 \d{3} .*?(?=\r\n\r\n)/gs)].map(([head]) => head.split('\r\n'))
}

const without = (head: string[] | undefined, names: RegExp) => head?.filter((line) => !names.test(line))

it('writes the head that Node wrote again, with the identifier of each request', async () => {
  await using site = await startReadySite({ now: Date.now() })
  using spied = vi.spyOn(ServerResponse.prototype, 'writeHead')
  const ids = ['first', 'second', 'a', 'X-Request-Id:', '200', 'last']
  const asked = ids.map((id, index) =>
    requestOf([`X-Request-Id: ${id}`, ...(index === ids.length - 1 ? ['Connection: close'] : [])]),
  )
  const heads = headsIn(await exchange(site.url, ...asked))
  // The first of all, and the one after which the connection closes.
  expect(spied).toHaveBeenCalledTimes(2)
  expect(heads.map((head) => head.find((line) => line.startsWith('X-Request-Id: ')))).toEqual(
    ids.map((id) => `X-Request-Id: ${id}`),
  )
  const [first, ...others] = heads
  for (const head of others.slice(0, -1)) {
    expect(without(head, /^X-Request-Id/)).toEqual(without(first, /^X-Request-Id/))
  }
  expect(first?.filter((line) => /^(Connection|Keep-Alive)/.test(line))).toEqual([
    'Connection: keep-alive',
    'Keep-Alive: timeout=65',
  ])
  expect(others.at(-1)).toContain('Connection: close')
  const perRequest = /^(X-Request-Id|Date|Connection|Keep-Alive)/
  expect(without(others.at(-1), perRequest)).toEqual(without(first, perRequest))
})

it.each(['br', 'gzip', 'identity'])(
  'sends whole bodies after such heads, in %s, and none to HEAD',
  async (encoding) => {
    await using site = await startReadySite({ now: Date.now() })
    const accept = `Accept-Encoding: ${encoding}`
    const alone = await exchange(site.url, requestOf([accept, 'Connection: close']))
    const body = alone.slice(alone.indexOf('\r\n\r\n') + 4)
    const [get, head] = [requestOf([accept]), requestOf([accept], 'HEAD')]
    const answers = await exchange(site.url, get, get, head, get, head, requestOf([accept, 'Connection: close']))
    const bodies = answers.split(/HTTP\/1\.1 200 OK\r\n.*?\r\n\r\n/s).slice(1)
    expect(bodies).toEqual([body, body, '', body, '', body])
  },
)

it('says a new date when the second is over', async () => {
  const clock = { now: Date.now() }
  await using site = await startReadySite(clock)
  using spied = vi.spyOn(ServerResponse.prototype, 'writeHead')
  const twice = () => exchange(site.url, requestOf(), requestOf(['Connection: close']))
  await twice()
  await twice()
  // Only those that close.
  expect(spied).toHaveBeenCalledTimes(3)
  clock.now += 1000
  await twice()
  expect(spied).toHaveBeenCalledTimes(5)
})

it('keeps the connection of a client of HTTP/1.0 that asks for it, and closes it for one that does not', async () => {
  await using site = await startReadySite({ now: Date.now() })
  const kept = requestOf(['Connection: keep-alive'], 'GET', '1.0')
  const heads = headsIn(await exchange(site.url, kept, kept, requestOf([], 'GET', '1.0')))
  const connection = heads.map((head) => head.filter((line) => /^Connection/.test(line)).join())
  expect(connection).toEqual(['Connection: keep-alive', 'Connection: keep-alive', 'Connection: close'])
})
