import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Folders } from './folders.ts'
import { type Config, parseConfig } from './config.ts'
import { refusalToWrite } from './writable-folder.ts'
import { wrongAddresses } from './listen.ts'
import { projectRoot } from './project-root.ts'
import { refuseToStart } from './refuse-to-start.ts'

/** The folders of this machine, as the process may use them. */
export const folders: Folders = {
  kindOf(path) {
    try {
      return statSync(resolve(projectRoot, path)).isDirectory() ? 'folder' : 'other'
    } catch {
      // What the site may not look at is not there for it.
      return null
    }
  },
  refusalToWrite: (path) => refusalToWrite(resolve(projectRoot, path)),
}

/** The configuration that a site starts with; a wrong one ends the process. */
export async function readEnvironment(env: NodeJS.ProcessEnv): Promise<Config> {
  const parsed = parseConfig(env, folders)
  if (parsed.kind === 'config') return parsed.config
  // Addresses that can be read may be wrong too, which is known only where they are tried.
  return refuseToStart([...parsed.problems, ...(await wrongAddresses(parsed.addresses))])
}
