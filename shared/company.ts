import type { Language } from './language.ts'

/**
 * The company: its name, place, colours, and the words for its surroundings. No other file names them. Code imports them
 * from here; texts and front matter contain variables (`{{company}}`). `npm run check` lists every other mention.
 * docs/another-firm.md explains how to make the site another company's.
 */
export const company = {
  name: 'Nordet',
  /** For the postal address of the contact page, whose spelling is fixed. */
  locality: 'Rivière-Au-Tonnerre',
  /** For sentences, in the spelling of the Commission de toponymie. */
  place: 'Rivière-au-Tonnerre',
  /** Degrees north and east, for the chart. */
  position: { latitude: 50.274, longitude: -64.779 },
  /** Dates and the year are shown in this time zone. */
  timeZone: 'America/Toronto',
  province: { fr: 'Québec', en: 'Quebec' } satisfies Record<Language, string>,
  country: { fr: 'Canada', en: 'Canada' } satisfies Record<Language, string>,
  /** In parts, so that no file and no page contains the whole address, which harvesters look for. */
  email: { user: 'info', domain: ['nordet', 'example'] },
  network: { name: 'LinkedIn', url: 'https://www.linkedin.com/company/nordet' },
} as const

/** For structured data and texts. Separate from `company`, since the browser does not need it. */
export const registration = {
  founded: 2022,
  provinceCode: 'QC',
  countryCode: 'CA',
  areaServed: ['Canada', 'United States'],
} as const

/** The brand's colours. client/styles/tokens.css has the same four; `npm run check` compares both. */
export const colours = { fog: '#f6f4ee', ink: '#0c1f2b', gulf: '#0f4c66', lichen: '#e3a72f' } as const

/** The words for the company's surroundings, in the grammar of each language. docs/another-firm.md has a sentence for each. */
const surroundings = {
  fr: {
    region: 'Minganie',
    theRegion: 'la Minganie',
    inRegion: 'en Minganie',
    inRegionOfProvince: 'en Minganie, au Québec',
    /** In the title of a page, of which search engines show about sixty characters. */
    inRegionBriefly: 'en Minganie (Côte-Nord)',
    inWiderRegion: 'sur la Côte-Nord',
    /** The shore, river or road of the company; `byLandmark` is shorter. */
    onLandmark: 'sur la rive nord du golfe du Saint-Laurent',
    byLandmark: 'au bord du golfe du Saint-Laurent',
    /** The labels and the caption of the chart (client/components/chart.tsx). */
    chartIsland: 'Île d’Anticosti',
    chartPeninsula: 'Gaspésie',
    chartSea: 'Golfe du Saint-Laurent',
    chartCoast: 'Côte-Nord',
    chartCaption: 'Sur le golfe, le vent du nord-est s’appelle « nordet ».',
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
    chartIsland: 'Anticosti Island',
    chartPeninsula: 'Gaspé Peninsula',
    chartSea: 'Gulf of St. Lawrence',
    chartCoast: 'Côte-Nord',
    chartCaption: 'On the gulf, a northeast wind is called a “nordet”.',
  },
} satisfies Record<Language, unknown>

/** The variables of `locales/`. The build fills them in (build/company-texts.ts). */
export function textVariables(language: Language) {
  const { name, place, province, country } = company
  return {
    company: name,
    founded: String(registration.founded),
    place,
    province: province[language],
    country: country[language],
    ...surroundings[language],
  }
}
