export type ProcessBounds = {
  /** Processor time of the process in all, in seconds. */
  cpuSeconds: number
  /** Writable memory, also of libraries. */
  dataBytes: number
  flags: readonly string[]
}

/**
 * Limits that the kernel enforces: no core dump, no file, processor time, and writable memory, also of libraries.
 * If memory is short all the same, the kernel ends this process and not the site. A limit that cannot be set is there, and lower.
 */
const bounded = `exec 2>/dev/null
echo 1000 >/proc/self/oom_score_adj
ulimit -c 0; ulimit -f 0; ulimit -s 2048; ulimit -t "$1"; ulimit -d "$2"
shift 2
exec "$@"`

/** Nothing of the site's own environment: it has secrets. */
export const boundedEnvironment = { NODE_ENV: 'production', UV_THREADPOOL_SIZE: '1', MALLOC_ARENA_MAX: '1' }

/**
 * The command of a script that runs in a process of its own, within bounds (setrlimit(2), Linux 4.7 and newer): a file and its
 * arguments, for `node:child_process`.
 */
export function boundedCommand(
  script: string,
  { cpuSeconds, dataBytes, flags }: ProcessBounds,
  argument = '',
  platform: NodeJS.Platform = process.platform,
) {
  // Windows has neither this shell nor these limits.
  if (platform === 'win32') return [process.execPath, [...flags, script, argument]] as const
  const limits = [String(cpuSeconds), String(Math.floor(dataBytes / 1024))]
  return ['/bin/sh', ['-c', bounded, 'sh', ...limits, process.execPath, ...flags, script, argument]] as const
}
