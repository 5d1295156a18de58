import request from 'supertest'
import { expect, it } from 'vitest'
import { company } from '../../shared/company.ts'
import { languages, localise } from '../../shared/language.ts'
import { pathOf, plainPageIds } from '../../shared/site-map.ts'
import { startSite } from '../support/start-site.ts'
import { elements } from './support/html.ts'

it.each(languages)('leads from header and footer to the pages of the table alone, in %s', async (language) => {
  await using site = await startSite()
  const { text } = await request(site.app).get(localise('/', language))
  const pathsIn = (html = '') =>
    new Set(
      elements(html, 'a').flatMap(({ attributes: { href = '' } }) => (href === company.network.url ? [] : [href])),
    )
  const addresses = (pages: typeof plainPageIds) => new Set(pages.map((page) => localise(pathOf(page), language)))
  expect(pathsIn(elements(text, 'footer').at(-1)?.inner)).toEqual(addresses(plainPageIds))
  const named = plainPageIds.filter((page) => page !== 'terms')
  expect(pathsIn(elements(text, 'header')[0]?.inner)).toEqual(addresses(named))
  for (const path of addresses(plainPageIds)) expect((await request(site.app).get(path)).status).toBe(200)
})
