import { expect, it, vi } from 'vitest'
import { createSharpCheck } from '../../server/media/sharp-check.ts'

it('says nothing where sharp can be loaded', async () => {
  const error = vi.fn()
  const { check, diagnostics } = createSharpCheck({ error })
  await check()
  expect(diagnostics()).toEqual([])
  expect(error).not.toHaveBeenCalled()
})

it('says in log and readyz, before a picture is asked for, that sharp cannot be loaded', async () => {
  const error = vi.fn()
  const { check, diagnostics } = createSharpCheck({ error }, 'sharp-that-is-not-there')
  await check()
  expect(diagnostics()).toEqual([expect.stringContaining('npm ci --include=optional')])
  expect(error).toHaveBeenCalledExactlyOnceWith(
    { reason: expect.stringContaining('sharp-that-is-not-there') },
    expect.stringContaining('npm ci --include=optional'),
  )
})
