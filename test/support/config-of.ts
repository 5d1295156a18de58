import { type Config, parseConfig } from '../../server/config/config.ts'
import type { Folders } from '../../server/config/folders.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The configuration of an environment. Throws the operator's messages if the environment is invalid. */
export function configOf(env: Environment): Config {
  const parsed = parseConfig(env)
  if (parsed.kind === 'problems') throw new Error(parsed.problems.join('\n'))
  return parsed.config
}

/** The lines that an operator reads. */
export function problemsOf(env: Environment, folders?: Folders): string[] {
  const parsed = parseConfig(env, folders)
  return parsed.kind === 'problems' ? parsed.problems : []
}
