import { expect, it } from 'vitest'
import { storageAddress } from '../../server/media.ts'

it.each([
  '/content/images/%2e%2e/%2e%2e/ghost/api/admin/site',
  '/content/images/.%2e/.%2E/members/api/member',
  '/content/images/../../ghost/',
  '/content/images/..',
  '/content/images/',
  '/content/themes/a.png',
  '/ghost/api/admin/site',
  '/content/images/a.png?x=1',
  '/content/images\\..\\..\\ghost',
  '@example.com/content/images/a.png',
  '',
])('the path %s leads nowhere in the CMS', (path) => {
  expect(storageAddress('https://ghost.example.com', path)).toBeNull()
  expect(storageAddress('https://example.com/journal', path)).toBeNull()
})

it.each([
  ['https://ghost.example.com', '/content/images/2026/11/a.png'],
  ['https://example.com/journal', '/content/files/2026/11/plan%20B.pdf'],
])('below %s the path %s leads to a stored file', (ghost, path) => {
  expect(storageAddress(ghost, path)?.href).toBe(ghost + path)
})

it('finds the stored file however the address of the CMS is spelled', () => {
  const stored = 'https://ghost.example.com/content/images/a.png'
  expect(storageAddress('HTTPS://Ghost.example.com:443', '/content/images/a.png')?.href).toBe(stored)
})
