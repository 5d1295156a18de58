import { expect, it } from 'vitest'
import { cms, sanitise } from '../../../test/support/sanitise.ts'

/** The HTML that is left, with pictures by their words and file, and without the links that open them large. */
const seen = (html: string) =>
  sanitise(html, 'fr')
    .replace(
      /<img alt="([^"]*)"[^>]* src="\/media\/content\/images\/(?:size\/w2400\/format\/webp\/)?([^"]*)"[^>]*>/g,
      '[$1 $2]',
    )
    .replace(/<a class="kg-enlarge"[^>]*>(.*?)<\/a>/g, '$1')

const rade = `${cms}/content/images/2019/01/rade.png`
const empty = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP'
const pixel = 'data:image/png;base64,iVBORw0KGgo='
const real = `<noscript><img src="${rade}" alt="La rade"></noscript>`

it.each(
  Object.entries({
    [`<figure><img class="lazyload" src="${empty}" data-src="${rade}" alt="La rade">${real}</figure>`]:
      '<figure>[La rade 2019/01/rade.png]</figure>',
    [`<figure><img src="${empty}" alt="">${real}</figure>`]: '<figure>[La rade 2019/01/rade.png]</figure>',
    [`<p>${real}<img data-lazy-src="${rade.replace('.png', '-300x200.png')}" alt="La rade"></p>`]:
      '<p>[La rade 2019/01/rade-300x200.png]</p>',
    [`<a href="/ai"><img data-src="${rade}" alt="La rade"></a>${real}`]: '<a href="/ai">[La rade 2019/01/rade.png]</a>',
    [`<p><img data-src="${cms}/content/images/a.png" alt="A"></p>${real}`]:
      '<p>[A a.png]</p>[La rade 2019/01/rade.png]',
    [`<p><img data-original="${rade}" alt="La rade"></p>`]: '<p>[La rade 2019/01/rade.png]</p>',
    [`<p><img src="${cms}/content/images/flou.png" data-src="${rade}" alt="La rade"></p>`]:
      '<p>[La rade 2019/01/rade.png]</p>',
    [`<p><img src="${empty}" data-srcset="${rade} 300w, ${rade} 600w" alt="La rade"></p>`]:
      '<p>[La rade 2019/01/rade.png]</p>',
    [`<p><img src="${pixel}" data-srcset="${rade} 600w" alt="La rade"></p>`]: '<p>[La rade 2019/01/rade.png]</p>',
    [`<p><img src="${pixel}" srcset="${rade} 600w" alt="La rade"></p>`]: '<p>[La rade 2019/01/rade.png]</p>',
    [`<p><img src="${pixel}" alt="Un point"></p>`]: `<p><img alt="Un point" loading="lazy" decoding="async" src="${pixel}" /></p>`,
    [`<p><img style="display:none" data-src="${rade}" alt="La rade"></p>`]: '<p>[La rade 2019/01/rade.png]</p>',
    [`<p><img src="${rade}" data-src="javascript:a()" alt="La rade"></p>`]: '<p>[La rade 2019/01/rade.png]</p>',
  }),
)('a lazy picture loads without a script, and appears once: %s', (html, output) => {
  expect(seen(html)).toBe(output)
})

it.each([
  `<video data-src="${cms}/content/media/quai.mp4"></video>`,
  `<video><source data-src="${cms}/content/media/quai.mp4"></video>`,
])('a lazy video loads without a script: %s', (html) => {
  expect(sanitise(html, 'fr')).toContain('src="/media/content/media/quai.mp4"')
})

it.each(
  Object.entries({
    '<noscript><p>Voir <a href="https://a.example/">la carte</a></p></noscript>':
      '<p>Voir <a href="https://a.example/" rel="noopener">la carte</a></p>',
    '<p>a<noscript> et <b>b</b></noscript></p>': '<p>a et <b>b</b></p>',
    '<p>a</p><noscript><script>b()</script></noscript>': '<p>a</p>',
    '<script src="https://cartes.example/1/embed.js"></script><noscript><a href="https://cartes.example/1">la carte</a></noscript>':
      '<a href="https://cartes.example/1" rel="noopener">la carte</a>',
    '<p>a</p><noscript><iframe src="https://a.example/n" style="display:none"></iframe></noscript>': '<p>a</p>',
    '<p>a</p><noscript><img width="1" height="1" src="https://a.example/t.gif" alt="b"></noscript>': '<p>a</p>',
  }),
)('the content of noscript stays, except for tracking pixels: %s', (html, output) => {
  expect(sanitise(html, 'fr')).toBe(output)
})
