/** An interval of the soak. All intervals have the same length. */
export type Row = {
  minute: number
  rssMiB: number
  heapMiB: number
  p99Ms: number
  /** Processor time of a request, in milliseconds. */
  costMs: number
  /** The share of time in which the site could have run but another process did. */
  waited: number
}

export type Run = {
  rows: readonly Row[]
  /** The numbers of open files after the warm-up, before the load, and after it. */
  openFiles: { before: number; after: number }
  heldBack: number
  unexpected: number
}

export type Finding = { ok: boolean; about: string }

/** Limits. Memory, in MiB over the second half, may still rise a little; times may vary with the machine. */
const allowed = { heapMiB: 8, rssMiB: 24, openFiles: 4, costFactor: 1.3, p99Factor: 2, p99Ms: 5 }

/** If the site waits for a processor for a larger share of the time, the machine is slow, not the site. */
const busyShare = 0.05

/** The findings of a run, one for each question. */
export function judge({ rows, openFiles, heldBack, unexpected }: Run): Finding[] {
  const secondHalf = rows.slice(Math.floor(rows.length / 2))
  const third = Math.max(1, Math.floor(rows.length / 3))
  const [first, last] = [rows.slice(0, third), rows.slice(-third)]
  const busy = median(rows.map(({ waited }) => waited))

  const growth = (name: string, of: (row: Row) => number, max: number): Finding => {
    const perMinute = slope(secondHalf.map((row) => [row.minute, of(row)]))
    const [start, end] = [secondHalf.at(0)?.minute ?? 0, secondHalf.at(-1)?.minute ?? 0]
    const grown = perMinute * (end - start)
    return {
      ok: grown <= max,
      about: `${name} in the second half: ${signed(grown)} MiB (${signed(perMinute)} a minute); at most +${max}`,
    }
  }
  const change = (name: string, of: (row: Row) => number, maxOf: (before: number) => number): Finding => {
    const [before, after] = [median(first.map(of)), median(last.map(of))]
    const max = maxOf(before)
    return {
      ok: after <= max,
      about: `${name}: ${before.toFixed(2)} ms in the first third, ${after.toFixed(2)} in the last; at most ${max.toFixed(2)}`,
    }
  }
  /** Times are not judged on a machine that other processes keep busy. */
  const unlessBusy = ({ ok, about }: Finding): Finding =>
    ok || busy <= busyShare
      ? { ok, about }
      : { ok: true, about: `${about} (not judged: ${Math.round(busy * 100)} % of the time others had the processor)` }

  return [
    growth('heap', ({ heapMiB }) => heapMiB, allowed.heapMiB),
    growth('resident memory', ({ rssMiB }) => rssMiB, allowed.rssMiB),
    {
      ok: openFiles.after <= openFiles.before + allowed.openFiles,
      about: `open files: ${openFiles.before} before, ${openFiles.after} after; at most +${allowed.openFiles}`,
    },
    change(
      'processor time of a request',
      ({ costMs }) => costMs,
      (before) => before * allowed.costFactor,
    ),
    unlessBusy(
      change(
        'p99',
        ({ p99Ms }) => p99Ms,
        (before) => before * allowed.p99Factor + allowed.p99Ms,
      ),
    ),
    { ok: unexpected === 0, about: `unexpected answers: ${unexpected}; none allowed` },
    unlessBusy({ ok: heldBack === 0, about: `requests that had to be held back: ${heldBack}; none allowed` }),
  ]
}

/** The slope by least squares. */
function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [meanX, meanY] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))]
  const spread = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
  return spread === 0 ? 0 : points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / spread
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function signed(value: number): string {
  return `${value < 0 ? '' : '+'}${value.toFixed(1)}`
}
