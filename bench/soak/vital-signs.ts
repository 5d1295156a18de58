import { readFile } from 'node:fs/promises'
import { readExposition } from '../../test/support/exposition.ts'

/** The state of a process, by what Linux and its own metrics tell. */
export async function readVitalSigns(pid: number, metricsUrl: string) {
  // Nanoseconds: run, waited for a processor.
  const [, waited] = (await readFile(`/proc/${pid}/schedstat`, 'utf8')).split(' ')
  const answer = await fetch(metricsUrl)
  const { samples } = readExposition(await answer.text())
  const valueOf = (name: string) => samples.get(name) ?? Number.NaN
  return {
    rssMiB: valueOf('process_resident_memory_bytes') / 2 ** 20,
    heapMiB: valueOf('nodejs_heap_size_used_bytes') / 2 ** 20,
    openFiles: valueOf('process_open_fds'),
    eventLoopP99Ms: valueOf('site_event_loop_delay_seconds{at="p99"}') * 1000,
    // The time of all threads together, since the start.
    processorMs: valueOf('process_cpu_seconds_total') * 1000,
    // The main thread could have run, but another process did.
    waitedMs: Number(waited) / 1e6,
  }
}

export type VitalSigns = Awaited<ReturnType<typeof readVitalSigns>>

/**
 * Merges the signs of one interval. The heap is its least, which a collection has left, whenever it came; the others are
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
