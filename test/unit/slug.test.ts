import { expect, it } from 'vitest'
import { slugOf } from '../../server/posts/markdown/slug.ts'

it.each([
  ['Étude de cas', 'etude-de-cas'],
  ['Loi 25', 'loi-25'],
  ['  À propos… ', 'a-propos'],
  ['C++', 'c-plus-plus'],
  ['C#', 'c-sharp'],
  ['C', 'c'],
  ['ᐃᓄᒃᑎᑐᑦ', 'ᐃᓄᒃᑎᑐᑦ'],
  ['한국어 소식', '한국어-소식'],
  ['🎉', '1f389'],
  [' ', ''],
])('%j is in addresses as %j', (text, slug) => {
  expect(slugOf(text)).toBe(slug)
})
