import { readdir, readFile } from 'node:fs/promises'

/** Processor time that a process and its threads have used so far, in microseconds; null if the system does not tell it (Linux does). */
export async function processorMicroseconds(pid) {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  const texts = await Promise.all(
    threads.map((id) => readFile(`/proc/${pid}/task/${id}/schedstat`, 'utf8').catch(() => '0')),
  )
  // The first field is nanoseconds on a processor (Linux, Documentation/scheduler/sched-stats.rst).
  return texts.length === 0 ? null : texts.reduce((sum, text) => sum + Number(text.split(' ')[0]), 0) / 1000
}

/** Processor time of a process's main thread so far, in milliseconds; null if the system does not tell it. */
export async function mainThreadMs(pid) {
  const text = await readFile(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').catch(() => null)
  return text === null ? null : Number(text.split(' ')[0]) / 1e6
}

/** Resident memory in MiB; null if the system does not tell it. */
export async function residentMiB(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kib = /VmRSS:\s+(\d+)/.exec(status)?.[1]
  return kib ? Math.round(Number(kib) / 1024) : null
}

/** The processes that a process has started itself. */
export async function childrenOf(pid) {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  return children.split(' ').filter(Boolean).map(Number)
}
