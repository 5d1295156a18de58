import { statSync } from 'node:fs'
import type { Server } from 'node:http'
import { type AddressInfo, isIPv6 } from 'node:net'
import { resolve } from 'node:path'
import { languages } from '../../shared/language.ts'
import type { Folders } from './folders.ts'
import { type Config, parseConfig } from './config.ts'
import { refusalToWrite } from '../runtime/writable-folder.ts'
import { listen, wrongAddresses } from '../runtime/listen.ts'
import { projectRoot } from '../runtime/project-root.ts'

/** The folders of this machine, as the process may use them. */
export const folders: Folders = {
  kindOf(path) {
    try {
      return statSync(resolve(projectRoot, path)).isDirectory() ? 'folder' : 'other'
    } catch {
      // A path that the site may not look at is not there for it.
      return null
    }
  },
  refusalToWrite: (path) => refusalToWrite(resolve(projectRoot, path)),
}

/** The configuration that a site starts with; a wrong one ends the process, and so does a Node that lacks a language. */
export async function readEnvironment(env: NodeJS.ProcessEnv): Promise<Config> {
  const parsed = parseConfig(env, folders)
  const locales = missingLocales()
  if (parsed.kind === 'config') return locales.length > 0 ? refuseToStart(locales) : parsed.config
  // Addresses that can be read may be wrong too, which only shows when they are tried.
  return refuseToStart([...locales, ...parsed.problems, ...(await wrongAddresses(parsed.addresses))])
}

/** Without the data of a language, Node formats dates in English. */
function missingLocales(): string[] {
  const missing = languages.filter((language) => Intl.DateTimeFormat.supportedLocalesOf(`${language}-CA`).length === 0)
  if (missing.length === 0) return []
  const remedy = 'expected full ICU data, as in the packages of nodejs.org (Alpine: icu-data-full)'
  return [`NODE_ICU_DATA: this Node has no locale data for ${missing.join(' and ')}; ${remedy}`]
}

/** Ends the process with 1. @param problems one line for every wrong variable, for standard error */
export function refuseToStart(problems: readonly string[]): never {
  for (const problem of problems) process.stderr.write(`${problem}\n`)
  process.exit(1)
}

/**
 * Listens where the environment says, or ends the process as the built site does; for `npm run dev`.
 *
 * @returns the address, for a browser on this machine
 */
export async function listenForDevelopment(server: Server, env: NodeJS.ProcessEnv): Promise<string> {
  const { host, port } = await readEnvironment(env)
  const problems = await listen(host, [{ server, port, variable: 'PORT' }])
  if (problems.length > 0) refuseToStart(problems)
  const address = server.address() as AddressInfo // of a server that listens on a port
  const name = host === '0.0.0.0' ? 'localhost' : isIPv6(host) ? `[${host}]` : host
  return `http://${name}:${address.port}`
}
