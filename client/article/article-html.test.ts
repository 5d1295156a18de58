import { expect, it } from 'vitest'
import { headingsOf, splitAtSignUp } from './article-html.ts'
import { removeEmptyHeadings } from '../../server/posts/html/hidden.ts'
import { htmlOf, parseTree } from '../../server/posts/html/tree.ts'

it.each([
  [
    '<h2 id="a">A</h2><h3 id="b">B</h3><h2 id="c"><b>C</b> &amp; D</h2>',
    [
      { id: 'a', title: 'A' },
      { id: 'c', title: 'C & D' },
    ],
  ],
  ['<h2>Sans id</h2>', []],
  ['<h2 id="a">Un<br />deux</h2>', [{ id: 'a', title: 'Un deux' }]],
  ['<h2 id="a"><div>Un</div><div>Deux</div></h2>', [{ id: 'a', title: 'Un  Deux' }]],
  ['<h2 id="a"><img src="/a.png" alt="Logo &quot;N&quot;" /></h2>', [{ id: 'a', title: 'Logo "N"' }]],
  ['<h2 id="a">Le <img alt="Nord" src="/a.png" />-est</h2>', [{ id: 'a', title: 'Le Nord-est' }]],
  ['<h2 id="a"> <br /></h2><h2 id="b"><img src="/a.png" alt="" /></h2>', []],
])('the table of contents of %s is %j', (html, headings) => {
  expect(headingsOf(html)).toEqual(headings)
})

it('the table of contents has at most 100 headings', () => {
  expect(headingsOf('<h2 id="a">A</h2>'.repeat(4000))).toHaveLength(100)
})

it.each([
  ['<h2 id="a">A</h2><h3> <b>B</b></h3>', '<h2 id="a">A</h2><h3> <b>B</b></h3>'],
  ['<h2 id="a">&lt;br&gt;</h2>', '<h2 id="a">&lt;br&gt;</h2>'],
  ['<p>a</p><h2><script>a()</script></h2>', '<p>a</p>'],
  ['<h2><img alt="Logo"></h2>', '<h2><img alt="Logo"></h2>'],
  ['<p>a</p><h1></h1><h2 id="-"> </h2><h3>&nbsp;<br></h3><h4><b>\u200b</b></h4><p>b</p>', '<p>a</p><p>b</p>'],
  ['<h2 id="a"><a href="/b"><img alt=""></a></h2>', '<div id="a"><a href="/b"><img alt=""></a></div>'],
  ['<summary><h3 id="a"><img alt=""></h3></summary>', '<summary><span id="a"><img alt=""></span></summary>'],
])('omits empty headings of %s', (html, left) => {
  const tree = parseTree(html)
  removeEmptyHeadings(tree)
  expect(htmlOf(tree)).toBe(left)
})

it.each([
  ['<p>a</p>', { before: '<p>a</p>', signUp: null, after: '' }],
  [
    '<p>a</p><div class="kg-signup-card"><h2>Les « &amp; »</h2><p>Une &lt;fois&gt;</p></div><p>b</p>',
    { before: '<p>a</p>', signUp: { title: 'Les « & »', description: 'Une <fois>' }, after: '<p>b</p>' },
  ],
  ['<div class="kg-signup-card"></div>', { before: '', signUp: { title: '', description: '' }, after: '' }],
  [
    '<div class="kg-signup-card"><p>Une fois</p></div>',
    { before: '', signUp: { title: '', description: 'Une fois' }, after: '' },
  ],
])('splits %s at the newsletter block', (html, expected) => {
  expect(splitAtSignUp(html)).toEqual(expected)
})
