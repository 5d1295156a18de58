import { feedPaths } from './feeds/feeds.ts'
import { togglePath } from './forms/language-toggle.ts'
import { healthPaths } from './http/health.ts'

/** Folders in which every address is for programs, also one that leads nowhere. */
export const interfaceFolders = ['/api', '/webhooks']

const paths: ReadonlySet<string> = new Set([...Object.values(healthPaths), togglePath, ...feedPaths])

/** Whether errors at this address are JSON, and no page. */
export function isInterface(path: string): boolean {
  return paths.has(path) || interfaceFolders.some((folder) => `${path}/`.startsWith(`${folder}/`))
}
