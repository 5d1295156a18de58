import { type Config, parseConfig } from '../../server/config/config.ts'

/** The configuration that an environment leads to; throws what an operator would read where it leads to none. */
export function configOf(env: Record<string, string>): Config {
  const parsed = parseConfig(env)
  if (parsed.kind === 'problems') throw new Error(parsed.problems.join('\n'))
  return parsed.config
}

/** The lines that an operator would read. */
export function problemsOf(env: Record<string, string>): string[] {
  const parsed = parseConfig(env)
  return parsed.kind === 'problems' ? parsed.problems : []
}
