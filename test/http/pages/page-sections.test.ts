import request from 'supertest'
import { expect, it } from 'vitest'
import { company } from '../../../shared/company.ts'
import { languages, localise } from '../../../shared/language.ts'
import { pathOf, plainPageIds, services } from '../../../shared/site-map.ts'
import { textsOf } from '../../check/project-files.ts'
import { shareSite } from '../../support/share-site.ts'
import { startSite } from '../../support/start-site.ts'
import { elements, headOf, textOf } from '../support/html.ts'
import { textIn } from '../support/texts.ts'

const subjects = {
  home: '',
  about: '',
  ai: '?subject=ai',
  archiving: '?subject=archiving',
  architecture: '?subject=cybersecurity',
  vulnerability: '?subject=vulnerabilityManagement',
}

const site = await shareSite()
const textAt = async (path: string, cookie = '') => (await request(site.app).get(path).set('Cookie', cookie)).text

// Each page is rendered once.
const everyPage = await Promise.all(
  languages.flatMap((language) =>
    Object.entries(subjects).map(async ([name, subject]) => {
      const path = localise(pathOf(name as keyof typeof subjects), language)
      const text = await textAt(path)
      const mainHtml = elements(text, 'main')[0]?.inner ?? ''
      const t = (key: string) => textIn(language, name, key)
      const texts = textsOf(`locales/${language}/${name}.json`).map(({ key }) => ({ key, text: t(key) }))
      return { language, name, path, text, mainHtml, texts, subject, t }
    }),
  ),
)
const linksIn = (html = '') => elements(html, 'a').map((link) => [link.text, link.attributes.href])
const headingsIn = (html: string) =>
  ['h1', 'h2', 'h3', 'dt'].flatMap((name) => elements(html, name).map(({ text }) => text))

// test/check/section-names.test.ts lists the sections, which are keys of the texts.
it.each(everyPage)('shows every section of $path, with its heading and its words', ({ name, text, texts }) => {
  // The latest posts are shown only if they are in memory; the company’s place is an element of its own.
  const shown = texts.filter(({ key }) => !/^(meta|latest|example)\.|^(place|location)\.body$/.test(key))
  const keys = new Set(texts.map(({ key }) => key))
  const isSection = (key: string) => key === 'title' || keys.has(key.replace(/title$/, 'body'))
  const headings = shown.filter(({ key }) => /^(\w+\.){0,2}title$/.test(key) && isSection(key))
  expect(headings.length).toBeGreaterThan(4)
  expect(headings.filter((heading) => !headingsIn(text).includes(heading.text)).map(({ key }) => key)).toEqual([])
  const read = textOf(text)
  const isRead = (words: string) => words.split('\n\n').every((part) => read.includes(part))
  const passages = shown.filter(({ key }) => /\.title$|\.body$|\.features\.|\.platforms\./.test(key))
  expect(passages.filter(({ text: words }) => !isRead(words)).map(({ key }) => key)).toEqual([])

  // The name of each section stands above its heading and in the index.
  const names = texts.filter(({ key }) => /^\w+\.label$/.test(key)).map(({ text: label }) => label)
  const above = elements(text, 'hgroup').map(({ inner }) => elements(inner, 'p').map((label) => label.text))
  if (name !== 'home') expect(above).toEqual(names.map((label) => [label]))
  const index = elements(text, 'nav').find(({ attributes }) => attributes['aria-labelledby'] === 'on-this-page')
  // One list is for phones, one for wide windows.
  const lists = elements(index?.inner ?? '', 'ol').map(({ inner }) => elements(inner, 'a').map((link) => link.text))
  if (name !== 'about' && name !== 'home') expect(lists).toEqual([names, names])
})

it.each(everyPage)('leads from $path to the form$subject', ({ language, t, mainHtml, subject }) => {
  const calls = elements(mainHtml, 'a').filter((link) => link.text === t('cta.button'))
  expect(calls.length).toBeGreaterThan(0)
  for (const { attributes } of calls) expect(attributes.href).toBe(localise('/contact', language) + subject)
})

it.each(everyPage.filter(({ name }) => name === 'home'))(
  'leads from the cards of $path to the four services',
  ({ language, t, mainHtml }) => {
    for (const name of services)
      expect(linksIn(mainHtml)).toContainEqual([t(`services.${name}.title`), localise(pathOf(name), language)])
  },
)

it.each(everyPage)('has the same header and footer on $path', ({ language, text }) => {
  const t = (key: string) => textIn(language, 'common', key)
  const [header, footer] = [elements(text, 'header')[0], elements(text, 'footer').at(-1)]
  const pages = plainPageIds.filter((page) => page !== 'home' && page !== 'terms')
  const expected = pages.map((page) => [t(`nav.${page}`), localise(pathOf(page), language)])
  const network = [company.network.name, company.network.url]
  expect(linksIn(header?.inner)).toEqual(expect.arrayContaining([...expected, network]))
  // Only the pages of the table; the terms are only in the footer.
  const addressesIn = (html = '') => new Set(linksIn(html).flatMap(([, href]) => (href === network[1] ? [] : href)))
  const addressesOf = (pages: typeof plainPageIds) => new Set(pages.map((page) => localise(pathOf(page), language)))
  expect(addressesIn(header?.inner)).toEqual(addressesOf(plainPageIds.filter((page) => page !== 'terms')))
  expect(addressesIn(footer?.inner)).toEqual(addressesOf(plainPageIds))
  expect(elements(header?.inner ?? '', 'button').map((button) => button.text)).toContain(t('nav.cybersecurity'))
  expect(footer?.text).toContain(`${company.name} . ${t('footer.rights')}`)
  expect(linksIn(footer?.inner)).toContainEqual([t('nav.terms'), localise('/terms', language)])
})

it.each(languages)(
  'shows the terms in French, within a page in %s, and when they were last changed',
  async (language) => {
    const text = await textAt(localise('/terms', language))
    const [content = ''] = /<div lang="fr">[\s\S]*<\/main>/.exec(text) ?? []
    expect(headOf(text).language).toBe(language)
    expect(elements(text, 'h2').find(({ attributes }) => attributes.id === 'on-this-page')?.attributes.lang).toBe(
      language,
    )
    const keys = [
      ...['introduction', 'definitions', 'data', 'data.identification', 'data.professional', 'data.connection'],
      ...['data.usage', 'purposes', 'legalBases', 'security', 'retention', 'transfers', 'rights', 'rights.access'],
      ...['rights.rectification', 'rights.erasure', 'rights.limitation', 'rights.portability', 'rights.objection'],
      ...[
        'rights.withdrawal',
        'rights.complaint',
        'cookies',
        'changes',
        'compliance',
        'contact',
        'law',
        'severability',
      ],
    ]
    const titles = keys.map((key) => textIn('fr', 'terms', `sections.${key}.title`))
    expect(headingsIn(content)).toEqual(expect.arrayContaining([textIn('fr', 'terms', 'title'), ...titles]))
    expect(textOf(content)).toContain('27 janvier 2024')
    const feed = [textIn('fr', 'terms', 'sections.data.connection.link'), localise('/rss.xml', language)]
    expect(linksIn(content)).toContainEqual(feed)
  },
)

it.each(languages)('the forms in %s mention people’s rights and link to the terms', async (language) => {
  const texts = {
    contact: await textAt(localise('/contact', language)),
    blog: await textAt(localise('/blog', language)),
  }
  for (const [page, rights] of [
    ['contact', 'form.rights'],
    ['blog', 'newsletter.privacy'],
  ] as const) {
    const form = elements(texts[page], 'form').at(-1)
    expect(form?.text).toContain(textIn(language, page, rights))
    expect(linksIn(form?.inner)).toEqual([[textIn(language, 'common', 'nav.terms'), localise('/terms', language)]])
  }
  const feed = [textIn(language, 'blog', 'newsletter.feed'), localise('/rss.xml', language)]
  expect(linksIn(texts.blog)).toContainEqual(feed)
  const [address] = elements(elements(texts.contact, 'main')[0]?.inner ?? '', 'address')
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
  const [header] = elements(await textAt(path, cookie), 'header')
  const marked = elements(header?.inner ?? '', 'a').filter(({ attributes }) => attributes['aria-current'] === 'page')
  expect(marked.map(({ attributes }) => attributes.href)).toEqual(current)
})

it('shows the year in the company’s time zone in the footer, also on a cached page', async () => {
  let now = Date.parse('2027-01-01T04:59:59Z')
  await using site = await startSite({}, () => now)
  const footer = async () => elements((await request(site.app).get('/en/about')).text, 'footer')[0]?.text
  expect(await footer()).toContain(`© 2026 ${company.name}`)
  now += 1000
  expect(await footer()).toContain(`© 2027 ${company.name}`)
})
