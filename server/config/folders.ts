import { join, relative, resolve } from 'node:path'
import { languages } from '../../shared/language.ts'
import type { Values } from './variables.ts'
import { projectRoot } from '../runtime/project-root.ts'
import { onOneLine } from '../runtime/redaction.ts'

/** How to look at the folders that variables name. */
export type Folders = {
  /** The kind of thing at a path; null: nothing. */
  kindOf: (path: string) => 'folder' | 'other' | null
  /** The code of the error that keeps files from being written, as `EACCES`; null for none. */
  refusalToWrite: (path: string) => string | null
}

/** A full disk is no wrong value: pages are served, and forms say that they cannot be sent until there is room. */
const temporary = ['ENOSPC', 'EDQUOT']

/** No folder can ever be made there. An unwritable one, as on a read-only disk, only keeps nothing. */
const impossible = ['ENOENT', 'ENOTDIR']

/** @returns one line for every variable whose folder cannot be used */
export function wrongFolders(
  { GHOST_URL: ghost, CONTENT_DIR: content, OUTBOX_DIR: outbox, POSTS_DIR: copies }: Values,
  { kindOf, refusalToWrite }: Folders,
): string[] {
  const problems: string[] = []
  if (kindOf(copies) === 'other') problems.push(`POSTS_DIR: "${onOneLine(copies)}" is a file; expected a folder`)
  else if (impossible.includes(refusalToWrite(copies) ?? ''))
    problems.push(`POSTS_DIR: "${onOneLine(copies)}" can never be made; expected a folder, or a place for one`)
  // Where there is a Ghost, the articles in files are not read.
  const missing = ghost
    ? []
    : languages.map((language) => join(content, language)).filter((path) => kindOf(path) !== 'folder')
  if (missing.length > 0)
    problems.push(
      `CONTENT_DIR: ${onOneLine(missing.join(' and '))} cannot be found; expected a folder with fr and en in it`,
    )
  if (kindOf(outbox) === 'other') {
    problems.push(`OUTBOX_DIR: "${onOneLine(outbox)}" is a file; expected a folder that can be written to`)
    return problems
  }
  // A folder that is not there yet is made.
  const refusal = refusalToWrite(outbox)
  if (refusal !== null && !temporary.includes(refusal)) {
    const wrong = `"${onOneLine(outbox)}" cannot be written to (${refusal})`
    problems.push(`OUTBOX_DIR: ${wrong}; expected a folder that the user of the site may write to`)
  }
  return problems
}

/**
 * The outbox takes files in its folder, and in `refused` there, for messages; other folders within it do not matter.
 *
 * @returns a line if POSTS_DIR is one of the two
 */
export function foldersInOutbox({ POSTS_DIR: copies, OUTBOX_DIR: outbox }: Values): string[] {
  const way = relative(resolve(projectRoot, outbox), resolve(projectRoot, copies))
  if (!/^(refused(\/|$)|$)/.test(way)) return []
  const place = `${way === '' ? 'is' : 'lies in'} OUTBOX_DIR ("${onOneLine(outbox)}")`
  return [`POSTS_DIR: "${onOneLine(copies)}" ${place}; expected a folder of its own`]
}
