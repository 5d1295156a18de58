import { expect, it } from 'vitest'
import { createAddressRewriter } from '../../addresses/addresses.ts'
import { createSanitise } from './sanitise.ts'
import { labels } from '../../../test/support/sanitise.ts'

const cms = 'https://ghost.example.com/journal'
const sanitise = createSanitise(createAddressRewriter(cms), labels)

it.each([
  ...['#/portal', '#/portal/', '#/portal/signup', '#/portal/signup/free', '#/portal/signup?plan=a'],
  ...['#/portal/offers/66ed01', '#/PORTAL/SignUp', ' #/portal/signup '],
  ...['/journal/#/portal/signup', `${cms}/#/portal/`, `${cms}#/portal/`, `${cms}/un-article/#/portal/signup`],
])('a link to %j leads to the newsletter of the article’s language', (address) => {
  const html = `<p>Vous <a href="${address}">abonner</a></p>`
  expect(sanitise(html, 'fr')).toBe('<p>Vous <a href="/blog#newsletter">abonner</a></p>')
  expect(sanitise(html, 'en')).toBe('<p>Vous <a href="/en/blog#newsletter">abonner</a></p>')
})

it.each([
  ...['#/portal/signin', '#/portal/account', '#/portal/account/plans', '#/portal/support', '#/portal/recommendations'],
  ...['#/share', '#/search', '#/search/', '#ghost-comments', '#ghost-comments-66ed01'],
  ...[`${cms}/#/portal/signin`, `${cms}/un-article/#/portal/account`],
])('a link to %s, which this site does not have, leaves its words', (address) => {
  expect(sanitise(`<p>Un <a href="${address}" class="a"><b>mot</b></a> ici</p>`, 'fr')).toBe('<p>Un <b>mot</b> ici</p>')
})

it.each(
  Object.entries({
    '<a href="#" data-portal="signup">a</a>': '<a href="/blog#newsletter">a</a>',
    '<a href="javascript:" data-portal>a</a>': '<a href="/blog#newsletter">a</a>',
    '<button class="kg-btn" data-portal="signup">a</button>': '<a href="/blog#newsletter" class="kg-btn">a</a>',
    '<span data-portal="signup/free">a</span>': '<span><a href="/blog#newsletter">a</a></span>',
    '<button data-portal="account">a</button>': 'a',
    '<a href="/x/" data-portal="signin">a</a>': 'a',
    '<a href="https://example.org/"><b data-portal="signup">a</b></a>':
      '<a href="https://example.org/" rel="noopener"><b>a</b></a>',
  }),
)('an element that opens Portal by an attribute becomes a link, or its text: %s', (html, output) => {
  expect(sanitise(`<p>${html}</p>`, 'fr')).toBe(`<p>${output}</p>`)
})

it('cards and captions lead there too', () => {
  const button = `<div class="kg-card kg-button-card"><a href="#/portal/signup" class="kg-btn">a</a></div>`
  expect(sanitise(button, 'fr')).toContain('<a href="/blog#newsletter" class="kg-btn">a</a>')
  const header = `<div class="kg-card kg-header-card"><h2>a</h2><a href="${cms}/#/portal/signup" class="kg-header-card-button">b</a></div>`
  expect(sanitise(header, 'en')).toContain('href="/en/blog#newsletter"')
})

it.each([
  ['https://app.example/#/portal/signup', 'https://app.example/#/portal/signup'],
  ['#portal', '#portal'],
  [`${cms}/un-article/#portal`, '/blog/un-article#portal'],
])('a link to %s does not open Portal', (address, own) => {
  expect(sanitise(`<p><a href="${address}">a</a></p>`, 'fr')).toContain(`href="${own}"`)
})
