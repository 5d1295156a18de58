import { afterEach, beforeEach, expect, vi } from 'vitest'

// Whatever reaches the console in a test is a defect that nobody would see otherwise: React's warnings, missing texts.
// The spies outlive a file: each test begins with none of the calls of the one before.
beforeEach(() => {
  vi.spyOn(console, 'error').mockClear().mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockClear().mockImplementation(() => {})
})

afterEach(() => {
  expect(vi.mocked(console.error).mock.calls, 'console.error was called').toEqual([])
  expect(vi.mocked(console.warn).mock.calls, 'console.warn was called').toEqual([])
})
