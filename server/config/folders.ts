import { statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { languages } from '../../shared/language.ts'
import type { Values } from './variables.ts'
import { projectRoot } from '../runtime/project-root.ts'
import { onOneLine } from '../runtime/redaction.ts'
import { refusalToWrite } from '../runtime/writable-folder.ts'

/** Checks the folders that variables name. */
export type Folders = {
  /** What is at a path; null if nothing is. */
  kindOf: (path: string) => 'folder' | 'other' | null
  /** The error code if no file can be written, such as `EACCES`; otherwise null. */
  refusalToWrite: (path: string) => string | null
}

/** The folders of this machine, as this process may use them. */
export const folders: Folders = {
  kindOf(path) {
    try {
      return statSync(resolve(projectRoot, path)).isDirectory() ? 'folder' : 'other'
    } catch {
      // A path without permission counts as missing.
      return null
    }
  },
  refusalToWrite: (path) => refusalToWrite(resolve(projectRoot, path)),
}

/** A full disk is not an invalid value: pages are served, and forms are refused until there is room. */
const temporary = ['ENOSPC', 'EDQUOT']

/** With these errors of POSTS_DIR the site does not start. With others, such as a read-only disk, it starts, but stores no lists. */
const impossible = ['ENOENT', 'ENOTDIR']

/** @returns one line for each variable whose folder cannot be used */
export function wrongFolders(
  { GHOST_URL: ghost, CONTENT_DIR: content, OUTBOX_DIR: outbox, POSTS_DIR: copies }: Values,
  { kindOf, refusalToWrite }: Folders,
): string[] {
  const problems: string[] = []
  if (kindOf(copies) === 'other') problems.push(`POSTS_DIR: "${onOneLine(copies)}" is a file; expected a folder`)
  else if (impossible.includes(refusalToWrite(copies) ?? ''))
    problems.push(
      `POSTS_DIR: "${onOneLine(copies)}" cannot be created; expected a folder, or a path where one can be created`,
    )
  // Markdown files are not read if there is a Ghost.
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
  // A missing folder is created later.
  const refusal = refusalToWrite(outbox)
  if (refusal !== null && !temporary.includes(refusal)) {
    const wrong = `"${onOneLine(outbox)}" cannot be written to (${refusal})`
    problems.push(`OUTBOX_DIR: ${wrong}; expected a folder that the user of the site may write to`)
  }
  return problems
}

/**
 * The outbox treats files in its folder and in `refused` as messages, so POSTS_DIR must be neither. Other folders in it do no
 * harm.
 *
 * @returns a line if POSTS_DIR is one of the two
 */
export function foldersInOutbox({ POSTS_DIR: copies, OUTBOX_DIR: outbox }: Values): string[] {
  const way = relative(resolve(projectRoot, outbox), resolve(projectRoot, copies))
  if (!/^(refused(\/|$)|$)/.test(way)) return []
  const place = `${way === '' ? 'is' : 'lies in'} OUTBOX_DIR ("${onOneLine(outbox)}")`
  return [`POSTS_DIR: "${onOneLine(copies)}" ${place}; expected a folder of its own`]
}
