import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { convert } from 'fontverter'
import type { Plugin } from 'vite'
import { type Content, cutFont, recipe } from './cut-font.ts'

const require = createRequire(import.meta.url)

/** What a face declares of itself: its file, and what of it is wanted. */
type Face = { file: string; content: Content }

/**
 * Vite plugin: in `fonts.css`, a face whose address ends in `?cut` gets a font that holds what the face declares and nothing
 * else: the characters of its `unicode-range`, the weights of its `font-weight`, kerning that can be seen, and after `?cut=` the
 * features that styles ask for.
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
            const [, address, file, features = ''] = /url\('(([^'?]+)\?cut(?:=([\w,]+))?)'\)/.exec(rule) ?? []
            if (address === undefined || file === undefined) return rule
            const face = readFace(rule, file, features.split(',').filter(Boolean))
            return rule.replace(address, relative(folder, await cut(face, cacheDir)))
          }),
        )
        return { code: faces.join(''), map: null }
      },
    },
  }
}

/** @throws where the rule does not say what the font is to hold */
function readFace(rule: string, file: string, features: string[]): Face {
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
  return { file, content: { characters, weights: { min: Number(min), max: Number(max) }, features } }
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
async function cut({ file, content }: Face, cacheDir: string): Promise<string> {
  const source = await readFile(require.resolve(file))
  const key = createHash('sha256')
    .update(source)
    .update(JSON.stringify([content, recipe]))
    .digest('hex')
  const folder = join(cacheDir, key.slice(0, 8))
  const path = join(folder, `${basename(file).replace(/-latin.*/, '')}-cut.woff2`)
  if (!existsSync(path)) {
    const font = await convert(await cutFont(source, content), 'woff2', 'sfnt')
    await mkdir(folder, { recursive: true })
    await writeFile(path, font)
  }
  return path
}
