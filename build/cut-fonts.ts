import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { convert } from 'fontverter'
import type { Plugin } from 'vite'
import { type Content, cutFont, recipe } from './fonts/cut-font.ts'
import { joinFonts, ownLetters } from './fonts/joined-font.ts'

const require = createRequire(import.meta.url)

/** What a face declares of itself: its file, what of it is wanted, and as which feature of the other face's font, if as one. */
type Face = { address: string; file: string; content: Content; as: string | null }

/**
 * Vite plugin: in `fonts.css`, two faces whose addresses end in `?cut` get one font that holds what they declare and nothing
 * else: the characters of each `unicode-range`, the weights of each `font-weight`, kerning that can be seen, and with `&grid=4`
 * outlines whose points lie four units apart. The one with `&as=ss20` is that feature of the other: rules that name its family
 * set it.
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
        const faces = css.split(/(?=@font-face)/).flatMap(readFace)
        const path = relative(dirname(id), await cut(faces, cacheDir))
        return {
          code: faces.reduce((rules, { address }) => rules.replace(`'${address}'`, `'${path}'`), css),
          map: null,
        }
      },
    },
  }
}

/** @throws where the rule does not say what the font is to hold */
function readFace(rule: string): Face[] {
  const [, address, file, options] = /url\('(([^'?]+)\?(cut[^']*))'\)/.exec(rule) ?? []
  if (address === undefined || file === undefined) return []
  const asked = new URLSearchParams(options)
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
  const weights = { min: Number(min), max: Number(max) }
  const as = asked.get('as')
  const content = {
    characters: as === null ? characters : ownLetters(characters),
    weights,
    grid: Number(asked.get('grid') ?? 1),
  }
  return [{ address, file, content, as }]
}

/** `U+41-43` → `ABC` (CSS Fonts Level 4, "unicode-range"; without its wildcards) */
function charactersOf(range: string): string {
  const [, first, last = first] = /^U\+([\da-f]+)(?:-([\da-f]+))?$/i.exec(range) ?? []
  if (first === undefined || last === undefined) return ''
  const start = Number.parseInt(first, 16)
  const length = Number.parseInt(last, 16) - start + 1
  return String.fromCodePoint(...Array.from({ length }, (_, index) => start + index))
}

/**
 * @param faces the same ones may come again, for another family
 * @returns the path of the font's file, made where it is not there yet
 * @throws unless they are two, one of them a feature of the other
 */
async function cut(faces: Face[], cacheDir: string): Promise<string> {
  const [host, ...hosts] = distinct(faces.filter((face) => face.as === null))
  const [guest, ...guests] = distinct(faces.filter((face) => face.as !== null))
  const feature = guest?.as ?? null
  if (host === undefined || guest === undefined || feature === null || hosts.length + guests.length > 0)
    throw new Error(
      `${faces.map((face) => face.address).join(', ')}: expected one "?cut" and one "?cut&as=ss20", or another feature`,
    )
  const [hostSource, guestSource] = await Promise.all([readSource(host), readSource(guest)])
  const key = createHash('sha256')
    .update(hostSource)
    .update(guestSource)
    .update(JSON.stringify([host.content, guest.content, feature, recipe]))
    .digest('hex')
  const folder = join(cacheDir, key.slice(0, 8))
  const path = join(folder, 'letters-cut.woff2')
  if (!existsSync(path)) {
    const fonts = await Promise.all([cutFont(hostSource, host.content), cutFont(guestSource, guest.content)])
    await mkdir(folder, { recursive: true })
    await writeFile(path, await convert(joinFonts(...fonts, feature), 'woff2', 'sfnt'))
  }
  return path
}

function readSource({ file }: Face): Promise<Buffer> {
  return readFile(require.resolve(file))
}

function distinct(faces: Face[]): Face[] {
  return [...new Map(faces.map((face) => [face.address, face])).values()]
}
