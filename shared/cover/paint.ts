import { colours } from '../company.ts'
import type { CoverSubject } from './composition.ts'

/** A colour in the light and in the dark scheme. */
type Colour = readonly [light: string, dark: string]

/** Colours by part. Strokes are 4 units wide for `line`, 10 for `strong` and, on the sea, `wake`. */
type Palette = Record<'sky' | 'far' | 'sea' | 'texture' | 'body' | 'lit' | 'soft' | 'line', Colour>

export type Part = keyof Palette | 'light' | 'shoal' | 'strong' | 'wake' | 'lichen'

/** Writes the colours of both schemes as one value of an attribute. */
export type Paint = (light: string, dark: string) => string

const defaultPalette: Palette = {
  sky: ['#dfe7e6', '#17374a'],
  far: ['#9fb4bb', '#2f566a'],
  sea: [colours.gulf, '#0b2938'],
  texture: [colours.fog, '#8fb6c6'],
  body: [colours.ink, '#e3e5dc'],
  lit: [colours.fog, '#8fb6c6'],
  soft: ['#6b7f8a', '#3b6175'],
  line: [colours.fog, '#8fb6c6'],
}

/** Each subject has its own colours. */
export const palettes: Record<CoverSubject, Palette> = {
  islets: defaultPalette,
  strata: {
    ...defaultPalette,
    sky: ['#e4decd', '#16364a'],
    far: ['#bdb59d', '#2f566a'],
    body: ['#fffdf8', '#e3e5dc'],
    lit: ['#cfc6ae', '#9fb0b5'],
    line: ['#b9ae92', '#8f9da0'],
  },
  channel: {
    ...defaultPalette,
    sky: ['#b5d0d8', '#123a4e'],
    far: ['#7ba3b1', '#2b6077'],
    body: [colours.fog, '#e3e5dc'],
    lit: ['#d8d0bc', '#9fb0b5'],
    soft: ['#8fd0ea', '#4b93b0'],
  },
  beam: {
    ...defaultPalette,
    sky: [colours.ink, '#06131b'],
    sea: ['#061118', '#0c2230'],
    far: ['#1d3b4a', '#1a3a4b'],
    body: [colours.fog, '#e3e5dc'],
    lit: ['#2f6a83', '#2f6a83'],
    soft: ['#37505e', '#3b6175'],
  },
  buoy: {
    ...defaultPalette,
    sky: ['#f3e3bd', '#3d351a'],
    sea: ['#3d7387', '#13303f'],
    far: ['#cdb987', '#5d5230'],
    texture: ['#f3e3bd', '#8fb6c6'],
    body: [colours.ink, '#f3e3bd'],
    soft: ['#215a70', '#2c4c5a'],
    line: ['#3d7387', '#13303f'],
  },
  stones: {
    ...defaultPalette,
    sky: ['#eae6da', '#17374a'],
    sea: ['#7b99a4', '#0b2938'],
    far: ['#b4bdb9', '#2f566a'],
    body: ['#1d3b4a', '#071822'],
    lit: ['#d8d0bc', '#5d7c8b'],
    line: ['#34586a', '#16303f'],
  },
}

/** The SVG attributes of a part. */
export function attributesOf(part: Part, palette: Palette, paint: Paint): string {
  switch (part) {
    case 'light':
      return `fill="${paint('#fffdf8', '#e6e8e0')}"`
    case 'lichen':
      return `fill="${colours.lichen}"`
    case 'shoal':
      return `fill="${paint(...palette.soft)}" fill-opacity=".16"`
    case 'texture':
      return `stroke="${paint(...palette.texture)}" stroke-width="4" stroke-opacity=".25"`
    case 'line':
      return `stroke="${paint(...palette.line)}" stroke-width="4"`
    case 'strong':
      return `stroke="${paint(...palette.body)}" stroke-width="10"`
    case 'wake':
      return `stroke="${paint(...palette.lit)}" stroke-width="10" stroke-linecap="butt"`
    default:
      return `fill="${paint(...palette[part])}"`
  }
}
