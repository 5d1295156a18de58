import { readdir, readFile } from 'node:fs/promises'
import { readExposition } from '../../test/support/exposition.ts'

export type VitalSigns = {
  rssMiB: number
  heapMiB: number
  openFiles: number
  eventLoopP99Ms: number
  /** Of a processor, all threads together, since the start. */
  processorMs: number
  /** How long the main thread could have run but another process did, since the start. */
  waitedMs: number
}

/** How a process is, by what Linux and its own metrics tell. */
export async function readVitalSigns(pid: number, metricsUrl: string): Promise<VitalSigns> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The name, in parentheses, may hold spaces; utime and stime are the 14th and 15th fields, in hundredths of a second.
  const times = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // In nanoseconds: run, waited for a processor.
  const [, waited] = (await readFile(`/proc/${pid}/schedstat`, 'utf8')).split(' ')
  const answer = await fetch(metricsUrl)
  const { samples } = readExposition(await answer.text())
  return {
    rssMiB: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024,
    heapMiB: (samples.get('nodejs_heap_size_used_bytes') ?? Number.NaN) / 2 ** 20,
    openFiles: (await readdir(`/proc/${pid}/fd`)).length,
    eventLoopP99Ms: (samples.get('site_event_loop_delay_seconds{at="p99"}') ?? Number.NaN) * 1000,
    processorMs: (Number(times[11]) + Number(times[12])) * 10,
    waitedMs: Number(waited) / 1e6,
  }
}

/**
 * Several of one interval as one. Of the heap the least: what is left after a collection, whenever it came; of the others
 * the middle, the worst or the newest.
 */
export function summarise(signs: readonly VitalSigns[]): VitalSigns {
  const sorted = signs.map(({ rssMiB }) => rssMiB).sort((one, other) => one - other)
  return {
    rssMiB: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN,
    heapMiB: Math.min(...signs.map(({ heapMiB }) => heapMiB)),
    openFiles: Math.max(...signs.map(({ openFiles }) => openFiles)),
    eventLoopP99Ms: Math.max(...signs.map(({ eventLoopP99Ms }) => eventLoopP99Ms)),
    processorMs: signs.at(-1)?.processorMs ?? Number.NaN,
    waitedMs: signs.at(-1)?.waitedMs ?? Number.NaN,
  }
}
