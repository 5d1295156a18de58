import { expect, it } from 'vitest'
import { descriptionOf, shortened } from './post.ts'

it.each([
  ['', ''],
  ['Un mot de vingt ici.', 'Un mot de vingt ici.'],
  ['Un mot de vingt-et-un.', 'Un mot de…'],
  ['Un mot de vingt moins un', 'Un mot de vingt…'],
  // The ellipsis needs the place of the space after the word.
  ['Dix-neuf signes ici et', 'Dix-neuf signes ici…'],
  ['Vingt signes sont ici et', 'Vingt signes sont…'],
  // Punctuation and no-break spaces before omitted words are omitted too.
  ['Une phrase entière. Une autre', 'Une phrase entière…'],
  ['Trois fois, encore, puis', 'Trois fois, encore…'],
  ['Il y en a trois\u00a0: un et deux', 'Il y en a trois…'],
  ['Ce que l’on dit «\u00a0ici\u00a0»', 'Ce que l’on dit…'],
  ['À lire (voir ici - et là)', 'À lire (voir ici…'],
  ['• un • deux • trois • quatre', '• un • deux • trois…'],
  // An endless word is cut, but not within a character.
  ['m'.repeat(21), `${'m'.repeat(19)}…`],
  [`${'m'.repeat(18)}🌊🌊`, `${'m'.repeat(18)}…`],
  [`${'m'.repeat(17)}🌊🌊`, `${'m'.repeat(17)}🌊…`],
])('%j is shortened to twenty characters as %j', (text, words) => {
  expect(shortened(text, 20)).toBe(words)
  expect(words.length).toBeLessThanOrEqual(20)
})

it.each([
  [{}, 'Titre'],
  [{ excerpt: 'Extrait' }, 'Extrait'],
  [{ excerpt: 'mot '.repeat(100).trim() }, `${'mot '.repeat(49)}mot…`],
  // An author's own description is not shortened.
  [{ excerpt: 'Extrait', meta_description: 'mot '.repeat(100).trim() }, 'mot '.repeat(100).trim()],
])('a post with %j has the description %j', (fields, words) => {
  expect(descriptionOf({ title: 'Titre', excerpt: '', meta_description: null, ...fields })).toBe(words)
})
