import { expect, it } from 'vitest'
import { normaliseIds } from './ids.ts'
import { parseTree, htmlOf } from './tree.ts'

function normalised(html: string): string {
  const tree = parseTree(html)
  normaliseIds(tree)
  return htmlOf(tree)
}

it.each([
  ['fichiers-son-et-vid%C3%A9o', 'fichiers-son-et-vidéo'],
  ['vid%c3%a9o', 'vidéo'],
  ['vidéo', 'vidéo'],
  ['100%', '100-'],
  ['%E9', '-E9'],
  ['deux mots', 'deux-mots'],
  [' fn1 ', 'fn1'],
  ['a&amp;b&quot;c', 'a-b-c'],
  ['日本語', '日本語'],
])('the id "%s" becomes "%s", also in every spelling of a link to it', (id, expected) => {
  const href = `#${encodeURIComponent(expected)}`
  expect(normalised(`<h2 id="${id}">a</h2><a href="#${id}">b</a>`)).toBe(
    `<h2 id="${expected}">a</h2><a href="${href}">b</a>`,
  )
})

it.each([
  // Ids of the page itself.
  ...['main', 'page-data', 'newsletter', 'on-this-page', 'related', 'menu', 'cybersecurity-menu', 'MAIN', '_R_1_'],
  '__proto__',
  // Names of globals, which scripts may read.
  ...['trustedTypes', 'navigation', 'name', 'onload', 'Worker', 'process', '$', 'grecaptcha', 'event'],
])('adds a prefix to the id "%s" of a post and to links to it', (id) => {
  expect(normalised(`<a href="#${id}">b</a><h2 id="${id}">a</h2><a name="${id}"></a>`)).toBe(
    `<a href="#${encodeURIComponent(`article-${id}`)}">b</a><h2 id="article-${id}">a</h2>` +
      `<a name="${id}" id="article-${id}-2"></a>`,
  )
})

it.each(['contexte', 'conclusion', 'fn1', 'trusted-types', '2026', 'resume'])('does not change the id "%s"', (id) => {
  expect(normalised(`<h2 id="${id}">a</h2>`)).toBe(`<h2 id="${id}">a</h2>`)
})

it('keeps the first of equal ids, which links lead to', () => {
  expect(normalised('<i id="a"></i><i id="a"></i><i id="a-2"></i><i id="a"></i><a href="#a">b</a>')).toBe(
    '<i id="a"></i><i id="a-2"></i><i id="a-2-2"></i><i id="a-3"></i><a href="#a">b</a>',
  )
})

it('keeps anchors of HTML 4 and links out of the post', () => {
  expect(normalised('<a name="ici"></a><a href="#ici">b</a><a href="/blog/x#main">c</a><a href="#">d</a>')).toBe(
    '<a name="ici" id="ici"></a><a href="#ici">b</a><a href="/blog/x#main">c</a><a href="#">d</a>',
  )
})

it('numbers many equal ids', () => {
  const html = normalised('<i id="a"></i>'.repeat(1000))
  expect(html).toContain('id="a-1000"')
})

const withNote = (words: string) =>
  `<p>${words}<sup><a href="#fn1" id="fnref1">[1]</a></sup></p><section class="footnotes"><ol><li id="fn1">${words} <a href="#fnref1">↩︎</a></li></ol></section>`
const framed = (html: string) => `<!--kg-card-begin: html-->${html}<!--kg-card-end: html-->`

it.each([
  {
    what: 'the call of a second Markdown card’s note leads to that note, and the note back to its call',
    html: `${withNote('A')}<p>Entre les deux.</p>${withNote('B')}`,
    targets: ['fn1', 'fnref1', 'fn1-2', 'fnref1-2'],
  },
  {
    what: 'an id in the same card precedes an earlier one',
    html: `<h2 id="a">A</h2><a href="#a">1</a>${framed('<a href="#a">2</a><h2 id="a">B</h2>')}<a href="#a">3</a>`,
    targets: ['a', 'a-2', 'a'],
  },
  {
    what: 'an id that its own card lacks is found in the others',
    html: `<a href="#b">1</a>${framed('<h2 id="a">A</h2>')}${framed('<h2 id="b">B</h2><a href="#a">2</a>')}`,
    targets: ['b', 'a'],
  },
])('$what', ({ html, targets }) => {
  const tree = parseTree(normalised(html))
  const links = tree('a').map((_, link) => tree(link).attr('href'))
  expect(links.get()).toEqual(targets.map((id) => `#${id}`))
})
