import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { RequestHandler } from 'express'
import { represent, type Representation, suffixes, typeOfFile } from '../http/content-encoding.ts'
import { HttpError, methodNotAllowed } from '../http/http-error.ts'
import { decoded } from '../../shared/site-map.ts'
import { setFileHeaders } from '../http/security-headers.ts'
import { send } from '../http/send.ts'

/**
 * Serves the built files and their compressed copies from memory. Browsers keep hashed files for ever, others (favicons) for a
 * day. A build beside a running site does not remove files from memory (docs/decisions/033-static-files.md).
 */
export async function createStaticFiles(folder: string): Promise<RequestHandler> {
  const items = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = new Set(items.filter((item) => item.isFile()).map((item) => join(item.parentPath, item.name)))
  // Concurrently: in sequence, reading would take a tenth of the start.
  const reading = [...paths].map(async (path): Promise<[address: string, file: Representation][]> => {
    const address = `/${relative(folder, path).split(sep).join('/')}`
    const type = typeOfFile(path)
    if (address.startsWith('/.') || type === undefined) return []
    return [[address, represent(type, await readCopies(path, paths))]]
  })
  const files = new Map((await Promise.all(reading)).flat())

  return (req, res, next) => {
    const file = files.get(req.path)
    const hashed = req.path.startsWith('/assets/')
    if (file === undefined) {
      // Possibly a chunk of an older build. Invalid percent-encoding is rejected later, as for all paths.
      if (hashed && decoded(req.path) !== null) throw new HttpError(404, 'NotFoundError', 'no such file')
      return next()
    }
    if (req.method !== 'GET' && req.method !== 'HEAD') throw methodNotAllowed(req.method, 'GET, HEAD')
    setFileHeaders(res)
    res.set('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=86400')
    // Other sites show share images in link previews, and feed readers show icons.
    if (!hashed && file.type.startsWith('image/')) res.set('Cross-Origin-Resource-Policy', 'cross-origin')
    send(req, res, file)
  }
}

/** Reads a file and its compressed copies, if the build wrote them. */
async function readCopies(path: string, paths: ReadonlySet<string>) {
  const readCopy = async (suffix: string) => (paths.has(path + suffix) ? readFile(path + suffix) : undefined)
  const [identity, br, gzip] = await Promise.all([readFile(path), readCopy(suffixes.br), readCopy(suffixes.gzip)])
  return { identity, ...(br && { br }), ...(gzip && { gzip }) }
}
