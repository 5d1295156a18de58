import { createServer } from 'node:net'
import { once } from 'node:events'
import { expect, it, vi } from 'vitest'
import { doctorLines } from '../support/doctor-lines.ts'
import { startRedis } from '../support/redis.ts'
import { runBuilt } from '../support/run-built.ts'
import { startSite } from '../support/start-site.ts'

/** The doctor's lines about Redis; `now` stands still, so that no machine is too slow. */
async function linesOf(url: string, now = () => 0): Promise<string[]> {
  return (await doctorLines({ REDIS_URL: url }, now)).filter((line) => /REDIS_|hunter2/.test(line))
}

it('says that Redis answers, takes values and passes messages on, and leaves nothing there', async () => {
  await using redis = await startRedis()
  const lines = [
    `ok       REDIS_URL: it answers at ${redis.url}`,
    'ok       REDIS_URL: it takes a value, gives it back and forgets it',
    'ok       REDIS_URL: it passes messages on',
  ]
  expect(await linesOf(redis.url)).toEqual(lines)
  expect(await redis.client.keys('*')).toEqual([])
})

it('names the fingerprint that instances of this configuration log, and warns where there is none', async () => {
  await using redis = await startRedis()
  const own = { REDIS_URL: redis.url, SITE_SECRET: '0123456789abcdef' }
  await using site = await startSite({ ...own, SITE_URL: 'https://www.nordet.example' })
  const logged = /"fingerprint":"(\w+)"/.exec(site.logged())?.[1]
  expect(await doctorLines({ ...own, SITE_URL: 'https://www.nordet.example' }, () => 0)).toContain(
    `ok       REDIS_URL: instances that log the fingerprint ${logged} at their start share counts and lists`,
  )
  expect(await doctorLines({ REDIS_URL: redis.url }, () => 0)).toContain(
    'warning  SITE_SECRET: is not set, nor is GHOST_URL: instances share nothing. Set it, the same for all',
  )
})

it('finds a Redis that is full', async () => {
  await using redis = await startRedis('--maxmemory', '1', '--maxmemory-policy', 'noeviction')
  expect(await linesOf(redis.url)).toContainEqual(
    expect.stringMatching(/^problem {2}REDIS_URL: it takes no values \(OOM\)\. Its memory is full/),
  )
})

it('finds that Redis is a replica', async () => {
  await using redis = await startRedis()
  await redis.client.replicaof('127.0.0.1', 1)
  expect(await linesOf(redis.url)).toContainEqual(
    expect.stringMatching(/^problem {2}REDIS_URL: it takes no values \(READONLY\)\. It is a replica/),
  )
})

it('finds that Redis is slower than the site waits', async () => {
  await using redis = await startRedis()
  let instant = 0
  const lines = await linesOf(redis.url, () => (instant += 150))
  expect(lines).toContain(
    'warning  REDIS_TIMEOUT_MS: it took 150 ms, and the site waits for 100. ' +
      'Bring it closer to the site, or raise REDIS_TIMEOUT_MS',
  )
})

it('finds what its user may not do', async () => {
  await using redis = await startRedis()
  await redis.client.acl('SETUSER', 'site', 'on', '>hunter2', '~site:*', '&site:*', '+@all', '-info')
  const url = redis.url.replace('//', '//site:hunter2@')
  const remedy = 'Let its user do everything with the keys and channels that begin with site: (~site:* &site:* +@all)'
  const values = 'ok       REDIS_URL: it takes a value, gives it back and forgets it'
  const messages = 'ok       REDIS_URL: it passes messages on'
  const silence = `problem  REDIS_URL: it passes no messages on (NOPERM), by which instances tell each other of changes. ${remedy}`
  expect(await linesOf(url)).toEqual([`ok       REDIS_URL: it answers at ${redis.url}`, values, messages])
  for (const [right, given, lines] of [
    ['-del', '+del', [`problem  REDIS_URL: it takes no values (NOPERM). ${remedy}`, messages]],
    ['-publish', '+publish', [values, silence]],
    ['-subscribe', '+subscribe', [values, silence]],
    ['resetchannels', '&site:*', [values, silence]],
  ] as const) {
    await redis.client.acl('SETUSER', 'site', right)
    expect([right, (await linesOf(url)).slice(1)]).toEqual([right, lines])
    await redis.client.acl('SETUSER', 'site', given)
  }
})

it('finds a login or a database that Redis refuses, and shows no password', async () => {
  await using redis = await startRedis()
  await redis.client.config('SET', 'requirepass', 'correct')
  for (const { login, path = '', code } of [
    { login: 'default:hunter2@', code: 'WRONGPASS' },
    { login: 'stranger:hunter2@', code: 'WRONGPASS' },
    { login: '', code: 'NOAUTH' },
    { login: 'default:correct@', path: '/99', code: 'ERR' },
  ]) {
    const url = redis.url + path
    expect(await linesOf(url.replace('//', `//${login}`))).toEqual([
      `problem  REDIS_URL: nothing to be used answers at ${url} (${code}): each instance goes on alone. ` +
        'Check that it runs, that this machine can reach it, and the login in REDIS_URL',
    ])
  }
})

it('finds that nothing listens, or what does is no Redis, and shows no password, wherever the address has it', async () => {
  const server = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  for (const at of ['127.0.0.1:1', `127.0.0.1:${port}`]) {
    const lines = await linesOf(`redis://site:hunter2@${at}/0?password=hunter2`)
    expect(lines).toEqual([
      expect.stringMatching(`^problem  REDIS_URL: nothing to be used answers at redis://${at}/0 `),
    ])
  }
  server.close()
})

it('finds that Redis takes connections and says nothing', async () => {
  await using redis = await startRedis()
  redis.pause()
  // The doctor waits for seconds.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let lines: string[] = []
  const examined = linesOf(redis.url).then((found) => (lines = found))
  const look = () => {
    vi.advanceTimersByTime(1000)
    return lines
  }
  try {
    await expect
      .poll(look, { interval: 20 })
      .toEqual([expect.stringContaining(`answers at ${redis.url} (no answer): each instance`)])
    await examined
  } finally {
    vi.useRealTimers()
    redis.resume()
  }
})

it('ends with 1 where Redis is away, as the command that an operator runs', async () => {
  const { code, output, errors } = await runBuilt('doctor', { REDIS_URL: 'redis://site:hunter2@127.0.0.1:1' })
  expect({ code, errors }).toEqual({ code: 1, errors: '' })
  expect(output).toMatch(
    /^problem {2}REDIS_URL: nothing to be used answers at redis:\/\/127\.0\.0\.1:1 \(ECONNREFUSED\)/m,
  )
  expect(output).not.toContain('hunter2')
})

it('says nothing of Redis where none is named', async () => {
  expect((await doctorLines({})).join('\n')).not.toContain('REDIS')
})
