import { Blob, Buffer as Run, Face, Feature, Font, shape } from 'harfbuzzjs'

/** A glyph of shaped text, and how far it moves what follows, in units of the font. */
export type ShapedGlyph = { glyph: number; advance: number }

/** @param font TrueType or OpenType, not compressed; a variable one is taken at its default */
export function openFace(font: Uint8Array): Font {
  return new Font(new Face(new Blob(font)))
}

/** A text as HarfBuzz sets it, the shaper of Chromium and Firefox, with one feature on (1) or off (0). */
export function shapeText(face: Font, text: string, feature: string, value: number): ShapedGlyph[] {
  const run = new Run()
  run.addText(text)
  run.guessSegmentProperties()
  shape(face, run, [new Feature(feature, value)])
  return run.getGlyphInfosAndPositions().map(({ codepoint, xAdvance = 0 }) => ({ glyph: codepoint, advance: xAdvance }))
}
