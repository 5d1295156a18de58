import { expect, it } from 'vitest'
import { splitAtSignUp } from './article-html.ts'

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
