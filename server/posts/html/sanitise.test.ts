import { expect, it } from 'vitest'
import { cms, sanitise, sanitiseFile } from '../../../test/support/sanitise.ts'

// The markup of editors and importers is in test/html.

it.each([
  ...['', ' \n', '<p></p>', '<p>&nbsp;<br></p>', '<!-- a --><script>alert(1)</script>'],
  '<div><span>\u200b</span></div>',
])('a post without visible content is empty: %j', (html) => {
  expect(sanitise(html, 'en')).toBe('')
})

it.each([
  '<hr>',
  '<p>.</p>',
  `<img src="${cms}/content/images/a.png">`,
  `<audio src="${cms}/content/media/a.mp3"></audio>`,
])('a post with any visible content is not empty: %s', (html) => {
  expect(sanitise(html, 'en')).not.toBe('')
})

it('replaces lone surrogates, even two in a row', () => {
  expect(sanitise('<p title="\udc00\udc00">\udc00\udc00 \ud83d\udca9</p>', 'en')).toBe(
    '<p title="\ufffd\ufffd">\ufffd\ufffd \ud83d\udca9</p>',
  )
})

const inline = (characters: number, type = 'image/png') => `data:${type};base64,${'A'.repeat(characters)}`
const shownAs = (src: string) => `<p>a<img alt="A" loading="lazy" decoding="async" src="${src}" /></p>`

it.each([
  ['a small picture', inline(100), shownAs(inline(100))],
  ['a type with a parameter', inline(100, 'image/png;charset=utf-8'), shownAs(inline(100, 'image/png;charset=utf-8'))],
  ['a picture of 250,000 characters', inline(250_000), '<p>aA</p>'],
  ['a picture of a million characters', inline(1_000_000), '<p>aA</p>'],
  ['a picture with a line break', inline(1_000_000).replace('A', '\n'), '<p>aA</p>'],
  ['a drawing', 'data:image/svg+xml;base64,AAAA', '<p>aA</p>'],
  ['a page', 'data:text/html;base64,AAAA', '<p>aA</p>'],
])('an inline picture is shown if it is small enough, else its alternative text: %s', (_what, src, output) => {
  for (const clean of [sanitise, sanitiseFile]) expect(clean(`<p>a<img src="${src}" alt="A"></p>`, 'fr')).toBe(output)
})

it('inline pictures are shown until their total limit', () => {
  const picture = `<img src="${inline(240_000)}" alt="A">`
  const output = sanitise(`<p>${picture.repeat(5)}</p>`, 'fr')
  expect(output.replace(/<img [^>]*>/g, '[]')).toBe('<p>[][][]AA</p>')
  // A picture without alternative text is replaced by a notice.
  const silent = sanitise(`<p>9 <img src="${inline(300_000)}"></p>`, 'fr')
  expect(silent).toBe('<p>9 Cette image est trop lourde pour être affichée.</p>')
})

it.each([
  ['<p>a<img src="https://images.example.org/a.png" alt="A"></p>', '<p>aA</p>'],
  ['<p>a<img src="//images.example.org/a.png" alt="A"></p>', '<p>aA</p>'],
  [
    `<img src="${cms}/content/images/a.png" srcset="${cms}/content/images/a.png 1x, https://cdn.example/b.png 2x">`,
    '<img alt="" loading="lazy" decoding="async" src="/media/content/images/size/w2400/format/webp/a.png" />',
  ],
])('a site without signatures shows no picture of another host: %s', (html, output) => {
  expect(sanitise(html, 'fr')).toBe(output)
})

const openOn = (address: string, words: string) => `<p class="kg-embed-link"><a href="${address}">${words}</a></p>`
const film = '<video aria-label="Vidéo" src="/posts/film.mp4" controls="controls" preload="metadata"></video>'
const unchanged = [
  '<p><a href="/ai">a</a> <a href="https://example.com/?ref=x">b</a></p>',
  '<img alt="" loading="lazy" decoding="async" src="/posts/a.png" />',
]

it.each([
  ...unchanged.map((html) => [html, html]),
  [
    '<p>a<img src="https://images.example/a.png" alt="Plan"></p>',
    `<p>a</p>${openOn('https://images.example/a.png', 'Plan')}`,
  ],
  [
    '<p><a href="https://ci.example/b"><img src="https://images.example/a.svg" alt="CI"></a></p>',
    '<p><a href="https://ci.example/b">CI</a></p>',
  ],
  [
    '<video src="https://films.example/film.mp4"></video>',
    openOn('https://films.example/film.mp4', 'Ouvrir sur films.example'),
  ],
  ['<video src="/posts/film.mp4"></video>', film],
  ['<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
  [
    '<img src="data:image/gif;base64,R0" alt="">',
    '<img alt="" loading="lazy" decoding="async" src="data:image/gif;base64,R0" />',
  ],
])('a post without a CMS shows its own files, and links to other hosts: %s', (html, output) => {
  expect(sanitiseFile(html, 'fr')).toBe(output)
})
