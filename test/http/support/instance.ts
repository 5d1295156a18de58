import type { startSite } from '../../support/start-site.ts'

export type Instance = Awaited<ReturnType<typeof startSite>>

/** The log lines with this message. */
export function linesAbout(instance: Instance, message: string): string[] {
  return instance
    .logged()
    .split('\n')
    .filter((line) => line.includes(message))
}
