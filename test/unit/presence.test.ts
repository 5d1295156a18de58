import { expect, it } from 'vitest'
import { parsePresence, presenceOf } from '../../server/redis/presence.ts'

const ghost = { url: 'https://ghost.example', key: '0123456789abcdef0123456789', version: 'v5.0', timeoutMs: 5000 }
const config = { siteUrl: 'https://www.nordet.example', siteSecret: 'a-secret-of-sixteen', ghost }

it('is the same of instances that share their names in Redis, and of no others', async () => {
  const own = await presenceOf(config)
  expect(await presenceOf({ ...config, ghost: { ...ghost, timeoutMs: 1, key: 'not-asked-for-a-secret' } })).toEqual(own)
  for (const change of [
    { siteUrl: 'https://nordet.example' },
    { siteSecret: 'another-of-sixteen' },
    { siteSecret: null },
    { ghost: null },
    { ghost: { ...ghost, url: 'https://other.example' } },
    { ghost: { ...ghost, version: 'v6.0' } },
  ])
    expect((await presenceOf({ ...config, ...change })).fingerprint).not.toBe(own.fingerprint)
})

it('is what it would be at another address, for the doctor to compare', async () => {
  const siteUrl = 'http://localhost:3000'
  expect(await presenceOf(config, siteUrl)).toEqual(await presenceOf({ ...config, siteUrl }))
})

it('comes back from its text', async () => {
  const own = await presenceOf(config)
  expect(parsePresence(JSON.stringify(own))).toEqual(own)
  expect(parsePresence(null)).toBeNull()
})
