import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { boundedCommand, boundedEnvironment } from './bounded-process.ts'
import type { CallLimit } from './concurrency-limit.ts'
import { codeOf } from './writable-folder.ts'

/** The outcome of a job; `exceeded`: it took more than it may, and would again. `reason` is for the log. */
export type JobOutcome<Answer> =
  { kind: 'done'; answer: Answer } | { kind: 'exceeded'; reason: string } | { kind: 'failed'; reason: string }

export type JobProcessOptions = {
  /** Sends one message once it is ready, then one for each that it gets. */
  script: string
  /** The script's objects may take so much, in MiB. */
  heapMebibytes: number
  /** Processor time for one job, in milliseconds. It needs Linux's `/proc`, and has no bound elsewhere. */
  cpuMs: number
  /** The same for a job that comes after several that took more: a crowd of them has an end. */
  shortCpuMs: number
  /** The process has one of these places for as long as it lives. */
  places: CallLimit
}

/** A second attempt in a fresh process tells a job that breaks its process from one that came when it was ended. */
type Attempt<Answer> = JobOutcome<Answer> | { kind: 'broken'; reason: string } | { kind: 'ended'; reason: string }

const exceededBeforeShort = 3
const pollMs = 100
/** A process takes memory, and less than this to start. */
const idleMs = 10_000
/** A process whose place is wanted then makes room, and begins anew where there are more jobs. */
const longestTurnMs = 10_000
/** Ends a process whose site is gone. */
const mostCpuSeconds = 600
/** V8's signals where the heap is full, and the kernel's to a process that reads where nothing is. */
const ownEnds = ['SIGABRT', 'SIGBUS', 'SIGILL', 'SIGSEGV', 'SIGTRAP']

/**
 * Runs jobs in a process of its own, one at a time, the smallest first: what a job takes or breaks ends that process alone. The
 * process stays for the next job, unless another waits for its place. A machine that is busy or frozen costs a job that runs nothing:
 * time counts as the process uses it. Without a place, jobs fail.
 */
export function createJobProcess<Job extends object, Answer>(options: JobProcessOptions) {
  const waiting: { job: Job; size: number; settle: (outcome: JobOutcome<Answer>) => void }[] = []
  let running: ReturnType<typeof startProcess> | null = null
  let isWorking = false
  let exceeded = 0
  let onJob = () => {}

  async function end(): Promise<void> {
    const { child, ended } = running ?? {}
    running = null
    child?.ref()
    child?.kill('SIGKILL')
    await ended
  }

  /** Node throws where there is no memory for another process. */
  function ensureRunning(): ReturnType<typeof startProcess> | { kind: 'failed'; reason: string } {
    try {
      return (running ??= startProcess(options))
    } catch (error) {
      return { kind: 'failed', reason: codeOf(error) }
    }
  }

  /** Resolves to whether there is another job before the process has been idle for too long, or its place is wanted. */
  function anotherComes(wanted: AbortSignal): Promise<boolean> {
    const came = new AbortController()
    onJob = () => came.abort()
    const signal = AbortSignal.any([wanted, came.signal])
    return sleep(idleMs, false, { ref: false, signal }).catch(() => came.signal.aborted)
  }

  async function attempt(job: Job): Promise<Attempt<Answer>> {
    const process = ensureRunning()
    if ('kind' in process) return process
    const { child, ready, nextMessage, ended } = process
    const limitMs = exceeded < exceededBeforeShort ? options.cpuMs : options.shortCpuMs
    const over = new AbortController()
    // A start is no job's.
    const late = ready.then(async (): Promise<Attempt<Answer>> => {
      await afterCpu(child.pid, limitMs, over.signal)
      return { kind: 'exceeded', reason: `it takes more than ${limitMs} ms of processor time` }
    })
    const answered = async (): Promise<Attempt<Answer>> => {
      await ready
      const answer = nextMessage()
      // A process that cannot be sent anything has ended.
      child.send(job, () => {})
      return { kind: 'done', answer: (await answer) as Answer }
    }
    const outcome = await Promise.race([answered(), ended, late])
    over.abort()
    if (outcome.kind !== 'done') await end()
    return outcome
  }

  async function perform(job: Job): Promise<JobOutcome<Answer>> {
    const first = await attempt(job)
    const last = first.kind === 'broken' || first.kind === 'ended' ? await attempt(job) : first
    if (last.kind === 'broken') return { kind: 'exceeded', reason: last.reason }
    return last.kind === 'ended' ? { kind: 'failed', reason: last.reason } : last
  }

  async function work(): Promise<void> {
    if (isWorking) return
    isWorking = true
    const turn = await options.places(async (wanted) => {
      const until = performance.now() + longestTurnMs
      ensureRunning()
      while (!wanted.aborted || performance.now() < until) {
        const next = waiting.shift()
        if (next !== undefined) {
          const outcome = await perform(next.job)
          if (outcome.kind === 'exceeded') exceeded += 1
          next.settle(outcome)
        } else if (!(await anotherComes(wanted))) {
          exceeded = 0
          break
        }
      }
      await end()
    })
    isWorking = false
    if (turn === null) {
      for (const { settle } of waiting.splice(0)) settle({ kind: 'failed', reason: 'no place for its process' })
    }
    if (waiting.length > 0) void work()
  }

  return {
    /** Ahead of the first job, which then need not wait for the process. */
    start: (): void => void work(),

    /**
     * Never rejects.
     *
     * @param size of whatever unit: jobs of less go first
     */
    run(job: Job, size: number): Promise<JobOutcome<Answer>> {
      return new Promise((settle) => {
        waiting.push({ job, size, settle })
        waiting.sort((one, other) => one.size - other.size)
        onJob()
        void work()
      })
    },
  }
}

function startProcess({ script, heapMebibytes }: Pick<JobProcessOptions, 'script' | 'heapMebibytes'>) {
  const bounds = { cpuSeconds: mostCpuSeconds, dataBytes: null, flags: [`--max-old-space-size=${heapMebibytes}`] }
  const [file, args] = boundedCommand(script, bounds)
  const child = spawn(file, args, { env: boundedEnvironment, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  const ended = new Promise<Attempt<never>>((resolve) => {
    child.on('error', ({ message }) => resolve({ kind: 'failed', reason: message }))
    child.once('exit', (code, signal) => {
      if (signal === null) return resolve({ kind: 'failed', reason: `its process ended with status ${code}` })
      resolve({ kind: ownEnds.includes(signal) ? 'broken' : 'ended', reason: `its process was ended by ${signal}` })
    })
  })
  const nextMessage = () => new Promise<unknown>((resolve) => void child.once('message', resolve))
  // The site, or the doctor, may end meanwhile; the clock of a job keeps either alive.
  child.unref()
  child.channel?.unref()
  return { child, ended, nextMessage, ready: nextMessage() }
}

/** Resolves once a process has used so much processor time, or when it is told to stop. */
async function afterCpu(pid: number | undefined, limitMs: number, signal: AbortSignal): Promise<void> {
  const before = await cpuMsOf(pid)
  while (!signal.aborted) {
    await sleep(pollMs, undefined, { signal }).catch(() => {})
    if ((await cpuMsOf(pid)) - before > limitMs) return
  }
}

/** Processor time of a process in milliseconds, of its user and the kernel (proc_pid_stat(5), fields 14 and 15, in ticks of 10 ms). */
async function cpuMsOf(pid: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
  return 10 * (Number(user) + Number(system))
}
