import type { Language } from './language.ts'

/**
 * The company: its name, its place, its colours, and the words for its surroundings. No other file names them. Code imports
 * them from here; texts and front matter contain variables (`{{company}}`). `npm run check` lists every other mention.
 * docs/another-firm.md explains how to make the site another company's.
 */
export const company = {
  name: 'Nordet',
  founded: 2022,
  /** In the postal address of the contact page, whose spelling is fixed. */
  locality: 'Rivière-Au-Tonnerre',
  /** In sentences, as the Commission de toponymie writes it. */
  place: 'Rivière-au-Tonnerre',
  /** Degrees north and east, for the chart. */
  position: { latitude: 50.274, longitude: -64.779 },
  /** Dates and the year are shown in this time zone. */
  timeZone: 'America/Toronto',
  province: { fr: 'Québec', en: 'Quebec' } satisfies Record<Language, string>,
  provinceCode: 'QC',
  country: { fr: 'Canada', en: 'Canada' } satisfies Record<Language, string>,
  countryCode: 'CA',
  /** Search engines read it on the pages of services. */
  areaServed: ['Canada', 'United States'],
  /** In parts: no file and no page contains the whole address, which harvesters look for. */
  email: { user: 'info', domain: ['nordet', 'example'] },
  network: { name: 'LinkedIn', url: 'https://www.linkedin.com/company/nordet' },
} as const

/** The brand's colours. client/styles/tokens.css has the same four; `npm run check` compares both. */
export const colours = { fog: '#f6f4ee', ink: '#0c1f2b', gulf: '#0f4c66', lichen: '#e3a72f' } as const

/** The labels of client/components/chart.tsx, which draws the land itself. */
export const chart = {
  /** Degrees of the top left corner, without 0.7° of latitude and 0.2° of longitude: the lines of whole degrees stay in place. */
  corner: { north: 50, west: 67 },
  /** `x` and `y` are units of the drawing, 1280 wide and 660 high; `kind` is a class of the style. */
  names: [
    { kind: 'island', x: 820, y: 362, fr: 'Île d’Anticosti', en: 'Anticosti Island' },
    { kind: 'more', x: 180, y: 596, fr: 'Gaspésie', en: 'Gaspé Peninsula' },
    { kind: 'sea', x: 930, y: 584, fr: 'Golfe du Saint-Laurent', en: 'Gulf of St. Lawrence' },
    { kind: 'more', x: 1050, y: 86, fr: 'Côte-Nord', en: 'Côte-Nord' },
  ],
  caption: {
    fr: 'Sur le golfe, le vent du nord-est s’appelle « nordet ».',
    en: 'On the gulf, a northeast wind is called a “nordet”.',
  } satisfies Record<Language, string>,
} as const

/** The words for the company's surroundings, in the grammar of a language. */
type Surroundings = {
  region: string
  theRegion: string
  inRegion: string
  inRegionOfProvince: string
  /** In the title of a page, where search engines show about sixty characters. */
  inRegionBriefly: string
  inWiderRegion: string
  /** The shore, river or road on which the company is. */
  onLandmark: string
  /** The same at a glance. */
  byLandmark: string
}

const surroundings: Record<Language, Surroundings> = {
  fr: {
    region: 'Minganie',
    theRegion: 'la Minganie',
    inRegion: 'en Minganie',
    inRegionOfProvince: 'en Minganie, au Québec',
    inRegionBriefly: 'en Minganie (Côte-Nord)',
    inWiderRegion: 'sur la Côte-Nord',
    onLandmark: 'sur la rive nord du golfe du Saint-Laurent',
    byLandmark: 'au bord du golfe du Saint-Laurent',
  },
  en: {
    region: 'Minganie',
    theRegion: 'the Minganie region',
    inRegion: 'in the Minganie region',
    inRegionOfProvince: 'in Quebec’s Minganie region',
    inRegionBriefly: 'in Minganie, Quebec',
    inWiderRegion: 'on Quebec’s Côte-Nord',
    onLandmark: 'on the north shore of the Gulf of St. Lawrence',
    byLandmark: 'along the Gulf of St. Lawrence',
  },
}

/** The variables of locales/ and of front matter; `{{place}}` is `company.place`. The build fills them in. */
export function textVariables(language: Language): Readonly<Record<string, string>> {
  const { name, founded, place, province, country } = company
  const own = {
    company: name,
    founded: String(founded),
    place,
    province: province[language],
    country: country[language],
  }
  return { ...own, ...surroundings[language] }
}
