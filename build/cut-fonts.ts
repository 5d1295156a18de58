import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

const require = createRequire(import.meta.url)

/** The features that the site's styles use; pairs of letters are set closer or wider by `kern`. */
const features = ['kern', 'tnum']

/** What a face declares of itself: its file, its characters and its weights. */
export type Face = { file: string; characters: string; weights: { min: number; max: number } }

/**
 * Vite plugin: in `fonts.css`, a face whose address ends in `?cut` gets a font that holds what the face declares and nothing
 * else: the characters of its `unicode-range`, the weights of its `font-weight`.
 */
export function cutFonts(): Plugin {
  let cacheDir = ''
  return {
    name: 'cut-fonts',
    enforce: 'pre',
    configResolved(config) {
      cacheDir = join(config.cacheDir, 'fonts')
    },
    transform: {
      filter: { id: /\/fonts\.css(\?|$)/ },
      async handler(css, id) {
        const folder = dirname(id)
        const faces = await Promise.all(
          css.split(/(?=@font-face)/).map(async (rule) => {
            const [, address] = /url\('([^']+)\?cut'\)/.exec(rule) ?? []
            if (address === undefined) return rule
            return rule.replace(`${address}?cut`, relative(folder, await cut(readFace(rule, address), cacheDir)))
          }),
        )
        return { code: faces.join(''), map: null }
      },
    },
  }
}

/** @throws where the rule does not say what the font is to hold */
function readFace(rule: string, file: string): Face {
  const [, range = ''] = /unicode-range:([^;]+);/.exec(rule) ?? []
  const [, min, max = min] = /font-weight:\s*(\d+)(?:\s+(\d+))?/.exec(rule) ?? []
  const characters = range
    .split(',')
    .map((part) => charactersOf(part.trim()))
    .join('')
  if (characters === '' || max === undefined)
    throw new Error(
      `${file}?cut: expected a face with "unicode-range: U+20-7E, …;" and "font-weight: 400 700" or one weight`,
    )
  return { file, characters, weights: { min: Number(min), max: Number(max) } }
}

/** `U+41-43` → `ABC` (CSS Fonts Level 4, "unicode-range"; without its wildcards) */
function charactersOf(range: string): string {
  const [, first, last = first] = /^U\+([\da-f]+)(?:-([\da-f]+))?$/i.exec(range) ?? []
  if (first === undefined || last === undefined) return ''
  const start = Number.parseInt(first, 16)
  const length = Number.parseInt(last, 16) - start + 1
  return String.fromCodePoint(...Array.from({ length }, (_, index) => start + index))
}

/** @returns the path of the font's file, made where it is not there yet */
async function cut({ file, characters, weights }: Face, cacheDir: string): Promise<string> {
  const source = await readFile(require.resolve(file))
  const key = createHash('sha256')
    .update(source)
    .update(JSON.stringify([characters, weights, features]))
    .digest('hex')
  const folder = join(cacheDir, key.slice(0, 8))
  const path = join(folder, `${basename(file).replace(/-latin.*/, '')}-cut.woff2`)
  if (!existsSync(path)) {
    const variationAxes = { wght: weights }
    // A variable, since the package's types do not know all of its options yet.
    const options = { targetFormat: 'woff2' as const, variationAxes, keepFeatures: features, noHinting: true }
    const font = await subsetFont(source, characters, options)
    await mkdir(folder, { recursive: true })
    await writeFile(path, font)
  }
  return path
}
