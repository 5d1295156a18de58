import { beforeEach, expect, vi } from 'vitest'

// Output on the console is a defect that would go unseen otherwise: React's warnings, missing texts.
// The spies outlive a file: each test begins with none of the calls of the one before.
beforeEach(({ onTestFinished }) => {
  vi.spyOn(console, 'error')
    .mockClear()
    .mockImplementation(() => {})
  vi.spyOn(console, 'warn')
    .mockClear()
    .mockImplementation(() => {})
  // This hook runs last, when all that the test has started has ended.
  onTestFinished(() => {
    // Messages are taken out, since one test's are not the fault of those after it.
    const [errors, warnings] = [console.error, console.warn].map((said) => vi.mocked(said).mock.calls.splice(0))
    expect(errors, 'console.error was called').toEqual([])
    expect(warnings, 'console.warn was called').toEqual([])
  })
})
