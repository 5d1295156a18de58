import { expect, it } from 'vitest'
import { feedHtml } from './feed-html.ts'
import { leftoversOf } from '../../../test/support/leftovers.ts'
import { cms, sanitise } from '../../../test/support/sanitise.ts'

it.each(leftoversOf(cms))('markup that only an editor or an importer understands is replaced: %s', (html, shown) => {
  expect(feedHtml(sanitise(html, 'fr'), '')).toContain(shown)
})

it('shortcodes have the limit of frames, and unclosed ones cost no time', () => {
  const embeds = '[embed src="//a.example/a"]<br>'.repeat(401)
  expect(() => sanitise(embeds, 'fr')).toThrow('more than 400 pictures, players and frames')
  for (const part of ['[caption ', '[embed]a/', '{{', '%7Buuid', '[gallery]\n', '\u00a0'])
    expect(sanitise(part.repeat(200_000 / part.length), 'fr').length).toBeLessThan(300_000)
})
