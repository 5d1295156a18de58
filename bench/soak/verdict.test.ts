import { expect, it } from 'vitest'
import { judge, type Row, type Run } from './verdict.ts'

/** A run of ten minutes; a function makes each row from its minute. */
function run(row: (minute: number) => Partial<Row>, rest: Partial<Run> = {}): Run {
  const rows = Array.from({ length: 10 }, (_, index) => ({
    minute: index + 1,
    heapMiB: 50,
    rssMiB: 200,
    p99Ms: 10,
    costMs: 1,
    waited: 0.01,
    ...row(index + 1),
  }))
  return { rows, openFiles: { before: 30, after: 30 }, heldBack: 0, unexpected: 0, ...rest }
}

const failuresOf = (of: Run) =>
  judge(of)
    .filter(({ ok }) => !ok)
    .map(({ about }) => about)

it.each<[string, Run]>([
  ['nothing grows', run(() => ({}))],
  ['memory grows in the first half, and then no more', run((minute) => ({ rssMiB: Math.min(400, minute * 80) }))],
  ['memory goes up and down', run((minute) => ({ heapMiB: 50 + 20 * (minute % 2) }))],
  ['one minute is slow', run((minute) => ({ p99Ms: minute === 9 ? 500 : 10 }))],
])('passes if %s', (_name, of) => {
  expect(failuresOf(of)).toEqual([])
})

it.each(
  Object.entries<[Run, string]>({
    'the heap grows steadily': [
      run((minute) => ({ heapMiB: 50 + 3 * minute })),
      'heap in the second half: +12.0 MiB (+3.0 a minute); at most +8',
    ],
    'resident memory grows': [
      run((minute) => ({ rssMiB: 200 + 10 * minute })),
      'resident memory in the second half: +40.0 MiB (+10.0 a minute); at most +24',
    ],
    'files stay open': [
      run(() => ({}), { openFiles: { before: 30, after: 35 } }),
      'open files: 30 before, 35 after; at most +4',
    ],
    'answers become slow': [
      run((minute) => ({ p99Ms: minute > 7 ? 60 : 10 })),
      'p99: 10.00 ms in the first third, 60.00 in the last; at most 25.00',
    ],
    'a request costs more': [
      run((minute) => ({ costMs: minute > 7 ? 2 : 1, waited: 0.5 })),
      'processor time of a request: 1.00 ms in the first third, 2.00 in the last; at most 1.30',
    ],
    'an answer is unexpected': [run(() => ({}), { unexpected: 1 }), 'unexpected answers: 1; none allowed'],
    'it does not keep up': [run(() => ({}), { heldBack: 2 }), 'requests that had to be held back: 2; none allowed'],
  }),
)('fails if %s', (_name, [of, about]) => {
  expect(failuresOf(of)).toEqual([about])
})

it('does not judge times on a busy machine, and reports it', () => {
  const busy = run((minute) => ({ p99Ms: minute > 7 ? 60 : 10, waited: 0.3 }), { heldBack: 2 })
  expect(failuresOf(busy)).toEqual([])
  const note = '(not judged: 30 % of the time others had the processor)'
  expect(judge(busy).filter(({ about }) => about.endsWith(note))).toHaveLength(2)
})
