import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import * as fontkit from 'fontkit'
import sharp from 'sharp'
import type { Plugin } from 'vite'
import { type GlyphOutlines, outline, type TitleLayout, layoutTitle } from '../server/runtime/title-layout.ts'
import { markPath } from '../shared/mark-path.ts'
import { colours, company } from '../shared/company.ts'
import { type Language, languages } from '../shared/language.ts'
import { pages, plainPageIds, shareImagePath } from '../shared/site-map.ts'
import { fillIn } from './company-texts.ts'

/**
 * Vite plugin: draws the share image of every page in its languages, as files of the browser's bundle. Also writes the glyphs' outlines,
 * with which the server draws the share images of posts on request.
 */
export function shareImages(): Plugin {
  return {
    name: 'share-images',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async generateBundle() {
      const outlines = outlineGlyphs(700)
      const plainOutlines = outlineGlyphs(400)
      this.emitFile({ type: 'asset', fileName: '.vite/glyph-outlines.json', source: JSON.stringify(outlines) })
      for (const language of languages) {
        const common = await readTexts<{ site: { tagline: string } }>(language, 'common')
        for (const page of plainPageIds) {
          if (!pages[page].languages.some((known) => known === language)) continue
          const { meta } = await readTexts<{ meta: { title: string } }>(language, page)
          const foot = outline(common.site.tagline, plainOutlines, 72, 592, 30, colours.fog)
          const source = await drawShareImage(meta.title, foot, outlines)
          this.emitFile({ type: 'asset', fileName: shareImagePath(page, language).slice(1), source })
        }
      }
    },
  }
}

async function readTexts<T>(language: Language, name: string): Promise<T> {
  // `npm run check` compares the shape; a missing text fails the build.
  return JSON.parse(fillIn(await readFile(`locales/${language}/${name}.json`, 'utf8'), language)) as T
}

/** Draws a page's share image, a PNG: its title over the shore. */
async function drawShareImage(title: string, foot: string, outlines: GlyphOutlines): Promise<Buffer> {
  const { size, lines } = layoutPageTitle(title, outlines)
  const paths = lines.map((line, index) => outline(line, outlines, 72, 250 + index * 1.08 * size, size, colours.ink))
  const name = outline(company.name, outlines, 150, 118, 44, colours.ink)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630">${shore}${mark}${name}${paths.join('')}${foot}</svg>`
  return sharp(Buffer.from(svg)).png({ palette: true, compressionLevel: 9 }).toBuffer()
}

/** In the largest size that fits three lines. A fourth line would be on the water. */
export function layoutPageTitle(title: string, outlines: GlyphOutlines): TitleLayout {
  return layoutTitle(title, outlines, 660, [76, 62, 52, 44], 3)
}

/** The characters of titles in French and English: Latin-1, and some beyond it. */
const characters =
  Array.from({ length: 0x100 - 0x20 }, (_, index) => String.fromCharCode(0x20 + index)).join('') + 'Œœ–—‘’“”•…‹›€™'

/**
 * The site's display font as outlines, so that pictures are the same on a machine without fonts. A static font, since fontkit cannot
 * vary a WOFF2 font.
 */
export function outlineGlyphs(weight: 400 | 700): GlyphOutlines {
  const file = createRequire(import.meta.url).resolve(
    `@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-${weight}-normal.woff2`,
  )
  const font = fontkit.openSync(file)
  if (!('layout' in font)) throw new Error(`${file}: is a collection of fonts; expected one font`)
  const glyphs = [...characters].flatMap((character) => {
    const code = character.codePointAt(0) ?? 0
    if (!font.hasGlyphForCodePoint(code)) return []
    const glyph = font.glyphForCodePoint(code)
    return [[character, [glyph.advanceWidth, glyph.path.toSVG()]] as const]
  })
  return { unitsPerEm: font.unitsPerEm, glyphs: Object.fromEntries(glyphs) }
}

const mark = `<path fill="${colours.gulf}" transform="translate(68 62) scale(1.5)" d="${markPath}"/>`

const shore = `<rect width="1200" height="630" fill="#dfe7e6"/>
<circle cx="1068" cy="430" r="86" fill="${colours.lichen}"/>
<path d="M0 446c150-24 320-30 500-14 190 17 380 22 700-14v90H0z" fill="${colours.fog}" fill-opacity=".75"/>
<path d="M0 500h1200v130H0z" fill="${colours.gulf}"/>
<g transform="translate(60 56)">
  <path d="M706 528c24-46 32-112 26-184-5-66-40-98-12-146 28-47 118-54 150-16 30 36-4 78-8 146-4 76 12 144 40 200z" fill="#1d3b4a"/>
  <path d="M840 164c14 4 24 10 30 18 30 36-4 78-8 146-4 76 12 144 40 200h-66c-20-58-30-126-23-198 6-66 47-112 27-166z" fill="#d8d0bc"/>
  <path d="M946 538c16-32 20-70 17-106-2-34-15-61 3-83 20-24 67-23 83 2 14 23-2 49-1 85 1 40 9 73 27 102z" fill="#1d3b4a"/>
  <path d="M1030 338c9 3 15 7 19 13 14 23-2 49-1 85 1 40 9 73 27 102h-37c-14-30-19-66-16-103 2-38 17-65 8-97z" fill="#d8d0bc"/>
  <path d="M742 190c20-18 70-26 106-12-28 2-74 6-106 12z" fill="${colours.lichen}"/>
</g>
<path d="M0 596c160-10 330-16 520-8 190 8 330 16 680-2v44H0z" fill="${colours.ink}"/>`
