import { afterEach, beforeEach, expect, vi } from 'vitest'

// Whatever reaches the console in a test is a defect that nobody would see otherwise: React's warnings, missing texts.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})

afterEach(() => {
  expect(vi.mocked(console.error).mock.calls, 'console.error was called').toEqual([])
  expect(vi.mocked(console.warn).mock.calls, 'console.warn was called').toEqual([])
})
