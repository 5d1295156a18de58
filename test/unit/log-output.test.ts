import { expect, it } from 'vitest'
import { createLogOutput, type FileWrites } from '../../server/log/output.ts'

type Answer = { error?: string; length?: number }

const failure = (code: string) => Object.assign(new Error(code), { code })

/** An output whose writes are answered as the test says, in their order; then each takes all that it is given. */
function setUp(answers: Answer[] = [], most?: number) {
  const texts: string[] = []
  const written: Buffer[] = []
  const take = (bytes: Buffer): number => {
    const { error, length = bytes.length } = answers.shift() ?? {}
    if (error) throw failure(error)
    texts.push(String(bytes.subarray(0, length)))
    written.push(bytes.subarray(0, length))
    return length
  }
  const files: FileWrites = {
    write: (_fd, bytes, done) =>
      setImmediate(() => {
        try {
          done(null, take(bytes))
        } catch (error) {
          done(error as NodeJS.ErrnoException, 0)
        }
      }),
    writeSync: (_fd, bytes) => take(bytes),
  }
  const output = createLogOutput(1, (lines) => `${lines} missing\n`, files, most)
  return {
    output,
    texts,
    all: () => String(Buffer.concat(written)),
    flushed: () => new Promise<void>((resolve) => output.flush(resolve)),
  }
}

it('writes together what is held back, once it is asked to', async () => {
  const { output, texts, flushed } = setUp()
  for (const line of ['un\n', 'deux\n']) output.write(line)
  expect(texts).toEqual([])
  await flushed()
  expect(texts).toEqual(['un\ndeux\n'])
})

it('writes by itself what has become much, and what came meanwhile after it', async () => {
  const { output, texts, flushed } = setUp()
  const much = `${'a'.repeat(9000)}\n`
  output.write(much)
  output.write('un\n')
  await flushed()
  expect(texts).toEqual([much, 'un\n'])
})

it('has nothing to wait for where there is nothing to write', async () => {
  const { texts, flushed } = setUp()
  await flushed()
  expect(texts).toEqual([])
})

it('goes on where a write took a part only, or nothing since the pipe is full', async () => {
  // In the middle of a letter, too.
  const { output, all, flushed } = setUp([{ length: 1 }, { error: 'EAGAIN' }, { length: 2 }])
  output.write('été\n')
  await flushed()
  expect(all()).toBe('été\n')
})

it.each(['EPIPE', 'ECONNRESET', 'ENOSPC'])(
  'loses at %s what it could not write, and goes on with what comes',
  async (error) => {
    const { output, texts, flushed } = setUp([{ error }])
    output.write('un\n')
    await flushed()
    output.write('deux\n')
    await flushed()
    expect(texts).toEqual(['deux\n'])
  },
)

it('holds so much at most while nobody reads, and then says how many lines it had no room for', async () => {
  const { output, texts, flushed } = setUp([{ error: 'EAGAIN' }], 10)
  output.write('un\n')
  const first = flushed()
  for (const line of ['deux\n', 'trois\n', 'quatre\n', 'cinq\n']) output.write(line)
  await first
  output.write('six\n')
  await flushed()
  expect(texts).toEqual(['un\n', 'deux\ntrois\n2 missing\n', 'six\n'])
})

it('says at the very end, too, how many lines it had no room for', () => {
  const { output, all } = setUp([], 3)
  for (const line of ['un\n', 'deux\n', 'trois\n']) output.write(line)
  output.flushSync()
  output.flushSync()
  expect(all()).toBe('un\n2 missing\n')
})

it('writes the last lines at once, however they are taken', () => {
  const { output, all } = setUp([{ length: 2 }, { error: 'EAGAIN' }])
  output.write('un\ndeux\n')
  output.flushSync()
  output.flushSync()
  expect(all()).toBe('un\ndeux\n')
})

it('writes at the end first what a full pipe has left', async () => {
  const answers: Answer[] = [{ length: 2 }, { error: 'EAGAIN' }]
  const { output, all } = setUp(answers)
  output.write('un\n')
  output.flush()
  output.write('deux\n')
  // As soon as the pipe is full: once it is tried again, the rest is under way and nobody's to write.
  while (answers.length > 0) await new Promise((resolve) => setImmediate(resolve))
  output.flushSync()
  expect(all()).toBe('un\ndeux\n')
})

it.each([['EPIPE'], ['EAGAIN']])('does not try the last lines for ever at %s', (error) => {
  const { output, texts } = setUp(Array.from({ length: 100 }, () => ({ error })))
  output.write('un\n')
  output.flushSync()
  expect(texts).toEqual([])
})
