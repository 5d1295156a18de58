import request from 'supertest'
import { expect, it } from 'vitest'
import { company } from '../../../shared/company.ts'
import { languages, localise } from '../../../shared/language.ts'
import { pathOf, plainPageIds, services } from '../../../shared/site-map.ts'
import { shareSite } from '../../support/share-site.ts'
import { elements, textOf } from '../support/html.ts'
import { textIn } from '../support/texts.ts'

/** The sections that each page must have, as keys of its texts. */
const sections = {
  home: {
    path: '/',
    subject: '',
    headings: ['title', 'services.ai', 'services.archiving', 'services.architecture', 'services.vulnerability', 'cta'],
    texts: ['services.ai.body', 'services.archiving.body', 'services.architecture.body', 'services.vulnerability.body'],
  },
  about: {
    path: '/about',
    subject: '',
    headings: ['title', 'history', 'expertise', 'location', 'services', 'commitment'],
    texts: ['archiving', 'ai', 'architecture', 'vulnerability'].flatMap((service) => [
      `services.${service}.title`,
      `services.${service}.body`,
    ]),
  },
  ai: {
    path: '/ai',
    subject: '?subject=ai',
    headings: [
      ...['intro', 'approach', 'approach.rag', 'approach.graph', 'services', 'services.analysis'],
      ...['services.development', 'services.conversational', 'benefits', 'benefits.knowledge', 'benefits.performance'],
      ...['benefits.scalability', 'expertise', 'expertise.support', 'cta'],
    ],
    texts: [
      ...['sources', 'access', 'updates', 'evaluation'].map((feature) => `approach.rag.features.${feature}`),
      ...['relations', 'questions', 'provenance', 'evolution'].map((feature) => `approach.graph.features.${feature}`),
      'expertise.support.body',
    ],
  },
  archiving: {
    path: '/archiving',
    subject: '?subject=archiving',
    headings: [
      ...['digitization', 'digitization.capture', 'digitization.recognition'],
      ...['protection', 'protection.identification'],
      ...['protection.processing', 'metadata', 'metadata.contextual', 'metadata.compliance', 'platform'],
      ...['platform.security', 'platform.availability', 'versioning', 'versioning.control', 'versioning.audit'],
      ...['compliance', 'compliance.standards', 'compliance.regulatory', 'support', 'support.implementation'],
      ...['support.ongoing', 'valorization', 'valorization.exploitation', 'valorization.evolution', 'cta'],
    ],
    texts: ['digitization.capture.body', 'valorization.evolution.body', 'cta.body'],
  },
  architecture: {
    path: '/security/architecture',
    subject: '?subject=cybersecurity',
    headings: [
      ...['intro', 'zeroTrust', 'privilege', 'multiCloud', 'methodology', 'methodology.assessment'],
      ...['methodology.design', 'methodology.support', 'innovation', 'conclusion', 'cta'],
    ],
    texts: [...['aws', 'azure', 'gcp'].map((platform) => `multiCloud.platforms.${platform}`), 'conclusion.body'],
  },
  vulnerability: {
    path: '/security/vulnerability',
    subject: '?subject=vulnerabilityManagement',
    headings: [
      ...['intro', 'monitoring', 'centralized', 'configuration', 'configuration.analysis', 'configuration.hardening'],
      ...['attackPaths', 'attackPaths.modeling', 'attackPaths.simulation'],
      ...['externalSurface', 'externalSurface.mapping'],
      ...['externalSurface.risk', 'methodology', 'methodology.evaluation', 'methodology.implementation'],
      ...['methodology.monitoring', 'innovation', 'conclusion', 'cta'],
    ],
    texts: ['conclusion.body', 'cta.body'],
  },
}

const site = await shareSite()

const everyPage = (['fr', 'en'] as const).flatMap((language) =>
  Object.entries(sections).map(([name, rest]) => ({ language, name, ...rest })),
)

it.each(everyPage)('shows every section of $path in $language', async ({ language, name, path, headings, texts }) => {
  const { text } = await request(site.app).get(localise(path, language))
  const shown = ['h1', 'h2', 'h3', 'dt'].flatMap((element) => elements(text, element)).map((heading) => heading.text)
  const expected = headings.map((key) => textIn(language, name, key === 'title' ? key : `${key}.title`))
  expect(shown).toEqual(expect.arrayContaining(expected))
  const read = textOf(text)
  for (const key of texts) for (const part of textIn(language, name, key).split('\n\n')) expect(read).toContain(part)
})

it.each(everyPage.filter(({ name }) => name !== 'home'))(
  'shows the name of each section of $path above its heading and in the index, in $language',
  async ({ language, name, path, headings }) => {
    const { text } = await request(site.app).get(localise(path, language))
    const named = headings.filter((key) => !['title', 'intro', 'cta'].includes(key) && !key.includes('.'))
    const names = named.map((key) => textIn(language, name, `${key}.label`))
    const above = elements(text, 'hgroup').map(({ inner }) => elements(inner, 'p').map((label) => label.text))
    expect(above).toEqual(names.map((label) => [label]))
    const index = elements(text, 'nav').find(({ attributes }) => attributes['aria-labelledby'] === 'on-this-page')
    // One list is for phones, one for wide windows.
    const lists = elements(index?.inner ?? '', 'ol').map(({ inner }) => elements(inner, 'a').map((link) => link.text))
    if (name !== 'about') expect(lists).toEqual([names, names])
  },
)

it.each(everyPage)('leads from $path in $language to the form$subject', async ({ language, name, path, subject }) => {
  const { text } = await request(site.app).get(localise(path, language))
  const [main] = elements(text, 'main')
  const calls = elements(main?.inner ?? '', 'a').filter((link) => link.text === textIn(language, name, 'cta.button'))
  expect(calls.length).toBeGreaterThan(0)
  for (const { attributes } of calls) expect(attributes.href).toBe(localise('/contact', language) + subject)
})

it.each(languages)('leads from the cards of the home page to the four services in %s', async (language) => {
  const { text } = await request(site.app).get(localise('/', language))
  const links = new Map(elements(text, 'a').map((link) => [link.text, link.attributes.href]))
  for (const name of services) {
    expect(links.get(textIn(language, 'home', `services.${name}.title`))).toBe(localise(sections[name].path, language))
  }
})

it.each(languages)('has the same header and footer on every page in %s', async (language) => {
  const t = (key: string) => textIn(language, 'common', key)
  for (const { path } of Object.values(sections)) {
    const { text } = await request(site.app).get(localise(path, language))
    const [header, footer] = [elements(text, 'header')[0], elements(text, 'footer').at(-1)]
    const links = elements(header?.inner ?? '', 'a').map((link) => [link.text, link.attributes.href])
    const expected = [
      ['ai', '/ai'],
      ['archiving', '/archiving'],
      ['architecture', '/security/architecture'],
      ['vulnerability', '/security/vulnerability'],
      ['blog', '/blog'],
      ['about', '/about'],
      ['contact', '/contact'],
    ].map(([label, to = '']) => [t(`nav.${label}`), localise(to, language)])
    expect(links).toEqual(expect.arrayContaining([...expected, [company.network.name, company.network.url]]))
    // Only pages of the table. The terms are only in the footer.
    const addressesIn = (html = '') =>
      new Set(elements(html, 'a').flatMap(({ attributes: { href } }) => (href === company.network.url ? [] : href)))
    const addressesOf = (pages: typeof plainPageIds) => new Set(pages.map((page) => localise(pathOf(page), language)))
    expect(addressesIn(header?.inner)).toEqual(addressesOf(plainPageIds.filter((page) => page !== 'terms')))
    expect(addressesIn(footer?.inner)).toEqual(addressesOf(plainPageIds))
    expect(elements(header?.inner ?? '', 'button').map((button) => button.text)).toContain(t('nav.cybersecurity'))
    expect(footer?.text).toContain(`${company.name} . ${t('footer.rights')}`)
    const terms = elements(footer?.inner ?? '', 'a').find((link) => link.text === t('nav.terms'))
    expect(terms?.attributes.href).toBe(localise('/terms', language))
  }
})

it('shows every section of the terms, and when they were last changed', async () => {
  const { text } = await request(site.app).get('/terms')
  const shown = ['h2', 'h3'].flatMap((element) => elements(text, element)).map((heading) => heading.text)
  const keys = [
    ...['introduction', 'definitions', 'data', 'data.identification', 'data.professional', 'data.connection'],
    ...['data.usage', 'purposes', 'legalBases', 'security', 'retention', 'transfers', 'rights', 'rights.access'],
    ...['rights.rectification', 'rights.erasure', 'rights.limitation', 'rights.portability', 'rights.objection'],
    ...['rights.withdrawal', 'rights.complaint', 'cookies', 'changes', 'compliance', 'contact', 'law', 'severability'],
  ]
  expect(shown).toEqual(expect.arrayContaining(keys.map((key) => textIn('fr', 'terms', `sections.${key}.title`))))
  expect(textOf(text)).toContain('27 janvier 2024')
})

it.each([
  { language: 'fr', page: 'contact', rights: 'form.rights' },
  { language: 'en', page: 'contact', rights: 'form.rights' },
  { language: 'fr', page: 'blog', rights: 'newsletter.privacy' },
  { language: 'en', page: 'blog', rights: 'newsletter.privacy' },
] as const)('the form on $page names people’s rights in $language, and links to the terms', async (given) => {
  const { language, page, rights } = given
  const { text } = await request(site.app).get(localise(`/${page}`, language))
  const form = elements(text, 'form').at(-1)
  expect(form?.text).toContain(textIn(language, page, rights))
  const links = elements(form?.inner ?? '', 'a').map((link) => [link.text, link.attributes.href])
  expect(links).toEqual([[textIn(language, 'common', 'nav.terms'), localise('/terms', language)]])
})

it.each(languages)('shows the postal address on the contact page in %s', async (language) => {
  const { text } = await request(site.app).get(localise('/contact', language))
  const [main] = elements(text, 'main')
  const [address] = elements(main?.inner ?? '', 'address')
  expect(address?.text).toBe(`${company.name} ${company.locality} ${textIn(language, 'contact', 'address.country')}`)
})

it.each([
  { path: '/ai', cookie: '', current: ['/ai'] },
  { path: '/security/architecture', cookie: '', current: ['/security/architecture'] },
  { path: '/blog', cookie: '', current: ['/blog'] },
  { path: '/', cookie: '', current: [] },
  // A cookie sets the language of the links' targets.
  { path: '/ai', cookie: 'i18next=en', current: ['/en/ai'] },
])('the navigation marks $path, with the cookie "$cookie", as the current page', async ({ path, cookie, current }) => {
  const [header] = elements((await request(site.app).get(path).set('Cookie', cookie)).text, 'header')
  const marked = elements(header?.inner ?? '', 'a').filter(({ attributes }) => attributes['aria-current'] === 'page')
  expect(marked.map(({ attributes }) => attributes.href)).toEqual(current)
})
