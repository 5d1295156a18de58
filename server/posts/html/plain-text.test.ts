import { expect, it } from 'vitest'
import { plainText } from './plain-text.ts'

it.each([
  ['Un titre', 'Un titre'],
  ['  Un titre\n', 'Un titre'],
  ['Prix\u00a0: 5\u202f$', 'Prix\u00a0: 5\u202f$'],
  ['deux\tmots\net une ligne', 'deux\tmots\net une ligne'],
  ['💩 entier, 👩‍💻 aussi', '💩 entier, 👩‍💻 aussi'],
  ['coupé en deux \ud83d', 'coupé en deux'],
  ['\udca9 au début', '\ufffd au début'],
  ['au \ud83d milieu', 'au \ufffd milieu'],
  ['\udca9\ud83d', '\ufffd'],
  ['un\u0000deux\u0008trois\u000bquatre\u000ccinq\u001fsix', 'un deux trois quatre cinq six'],
  ['un\u007fdeux\u0085trois\u009fquatre', 'un deux trois quatre'],
  ['un\ufffedeux\uffff trois\ufdd0quatre\u{1ffff}cinq', 'un deux  trois quatre cinq'],
  ['\u0001\u0002', ''],
])('%j becomes %j', (written, plain) => {
  expect(plainText(written)).toBe(plain)
})
