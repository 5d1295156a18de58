import { readFile } from 'node:fs/promises'
import { readExposition } from '../../test/support/exposition.ts'

/** The state of a process, from Linux and from its own metrics. */
export async function readVitalSigns(pid: number, metricsUrl: string) {
  // Nanoseconds on a processor, and waiting for one.
  const [, waited] = (await readFile(`/proc/${pid}/schedstat`, 'utf8')).split(' ')
  const answer = await fetch(metricsUrl)
  const { samples } = readExposition(await answer.text())
  const valueOf = (name: string) => samples.get(name) ?? Number.NaN
  return {
    rssMiB: valueOf('process_resident_memory_bytes') / 2 ** 20,
    heapMiB: valueOf('nodejs_heap_size_used_bytes') / 2 ** 20,
    openFiles: valueOf('process_open_fds'),
    eventLoopP99Ms: valueOf('site_event_loop_delay_seconds{at="p99"}') * 1000,
    // Of all threads, since the start.
    processorMs: valueOf('process_cpu_seconds_total') * 1000,
    // The main thread could have run, but the processor was busy.
    waitedMs: Number(waited) / 1e6,
  }
}

export type VitalSigns = Awaited<ReturnType<typeof readVitalSigns>>

/**
 * Merges the signs of one interval. The heap is the minimum, which is what garbage collection has left. The other values are the median,
 * the maximum or the newest.
 */
export function summarise(signs: readonly VitalSigns[]): VitalSigns {
  const sorted = signs.map(({ rssMiB }) => rssMiB).sort((a, b) => a - b)
  return {
    rssMiB: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN,
    heapMiB: Math.min(...signs.map(({ heapMiB }) => heapMiB)),
    openFiles: Math.max(...signs.map(({ openFiles }) => openFiles)),
    eventLoopP99Ms: Math.max(...signs.map(({ eventLoopP99Ms }) => eventLoopP99Ms)),
    processorMs: signs.at(-1)?.processorMs ?? Number.NaN,
    waitedMs: signs.at(-1)?.waitedMs ?? Number.NaN,
  }
}
