import { beforeEach, expect, vi } from 'vitest'

// Output on the console is a defect, such as React's warnings or missing texts.
// The spies outlive a file, so each test begins by clearing their calls.
beforeEach(({ onTestFinished }) => {
  vi.spyOn(console, 'error')
    .mockClear()
    .mockImplementation(() => {})
  vi.spyOn(console, 'warn')
    .mockClear()
    .mockImplementation(() => {})
  // This hook runs last, after everything that the test started has ended.
  onTestFinished(() => {
    // Clears the messages, because later tests are not responsible for them.
    const [errors, warnings] = [console.error, console.warn].map((method) => vi.mocked(method).mock.calls.splice(0))
    expect(errors, 'console.error was called').toEqual([])
    expect(warnings, 'console.warn was called').toEqual([])
  })
})
