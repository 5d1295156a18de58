import type { Language } from './language.ts'

/** Everything that names the company. Editing this file renames the whole site. */
export const company = {
  name: 'Nordet',
  founded: 2022,
  /** In the postal address of the contact page, whose spelling is fixed. */
  locality: 'Rivière-Au-Tonnerre',
  /** Elsewhere, as the Commission de toponymie does. */
  place: 'Rivière-au-Tonnerre',
  /** Degrees north and east, for the chart. */
  position: { latitude: 50.274, longitude: -64.779 },
  region: { fr: 'Québec', en: 'Quebec' } satisfies Record<Language, string>,
  regionCode: 'QC',
  country: { fr: 'Canada', en: 'Canada' } satisfies Record<Language, string>,
  countryCode: 'CA',
  /** In parts, so that the whole address stands in no file and no page that a harvester reads. */
  email: { user: 'info', domain: ['nordet', 'example'] },
  network: { name: 'LinkedIn', url: 'https://www.linkedin.com/company/nordet' },
} as const

/** The brand's colours, named as in client/styles/tokens.css, which has the same four; `npm run check` compares both. */
export const colours = { fog: '#f6f4ee', ink: '#0c1f2b', gulf: '#0f4c66', lichen: '#e3a72f' } as const

/** Variables that every text may name. */
export const textVariables = { company: company.name, founded: company.founded, place: company.place }
