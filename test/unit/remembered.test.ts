import { expect, it } from 'vitest'
import { rememberSanitised } from '../../server/posts/html/remembered.ts'

it('the same HTML in the same language is sanitised once, even where nothing is left of it', () => {
  const asked: string[] = []
  const sanitise = rememberSanitised((html, language) => {
    asked.push(`${language}:${html}`)
    return html === '' ? '' : `${language}-${html}`
  })
  const results = ['a', 'a', '', ''].flatMap((html) => [sanitise(html, 'fr'), sanitise(html, 'en')])
  expect(results).toEqual(['fr-a', 'en-a', 'fr-a', 'en-a', '', '', '', ''])
  expect(asked).toEqual(['fr:a', 'en:a', 'fr:', 'en:'])
})
