import { expect, it } from 'vitest'
import { company } from '../../../shared/company.ts'
import { cms, sanitise, sanitiseFile } from '../../../test/support/sanitise.ts'

/** Kinds of markup that Ghost's editor makes, each in small; see cards.test.ts for whole posts. */
const cards = {
  linkedImage: `<figure class="kg-card kg-image-card"><a href="${cms}/loi-25/"><img src="${cms}/content/images/a.png" alt=""></a></figure>`,
  picture: `<picture><source srcset="${cms}/content/images/size/w600/format/webp/a.png 600w" type="image/webp"><img class="kg-header-card-image" src="${cms}/content/images/a.png" alt=""></picture>`,
  ownFrame: `<iframe src="${cms}/content/files/2026/11/plan.pdf" width="600"></iframe>`,
  file: `<div class="kg-card kg-file-card"><a class="kg-file-card-container" href="${cms}/content/files/2026/11/plaquette.txt" title="Download" download=""><div class="kg-file-card-title">Plaquette</div></a></div>`,
  video: `<figure class="kg-card kg-video-card"><video src="${cms}/content/media/2026/11/clip.webm" poster="${cms}/content/images/p.png" width="320" height="180" playsinline="" style="background: url('${cms}/content/images/o.png')"></video></figure>`,
  footnote: `<p>Note<sup class="footnote-ref"><a href="#fn1" id="fnref1">[1]</a></sup></p><ol class="footnotes-list"><li id="fn1" class="footnote-item">La note.</li></ol>`,
  table:
    '<table><thead><tr><th style="text-align:right" scope="col">Prix</th></tr></thead><tbody><tr><td colspan="2">0</td></tr></tbody></table>',
}

it.each([
  ['linkedImage', 'en', [`<a href="/en/blog/loi-25" aria-label="Open on ${company.name}"><img alt="" `]],
  ['picture', 'fr', ['<source', '/media/content/images/size/w600/format/webp/a.png 600w"', 'type="image/webp"']],
  ['ownFrame', 'fr', ['href="/media/content/files/2026/11/plan.pdf"']],
  ['file', 'fr', ['href="/media/content/files/2026/11/plaquette.txt"', ' download']],
  ['video', 'fr', ['width="320" height="180"', 'playsinline']],
  ['footnote', 'fr', ['href="#fn1" id="fnref1"', 'class="footnotes-list"', '<li id="fn1" class="footnote-item">']],
  ['table', 'fr', ['scope="col"', 'class="kg-text-right"', '<td colspan="2">']],
] as const)('the card "%s" in %s keeps what a reader needs, and nothing of the CMS', (name, language, parts) => {
  const output = sanitise(cards[name], language)
  for (const part of parts) expect(output).toContain(part)
  expect(output).not.toMatch(/127\.0\.0\.1|2368| style=| on\w+=/)
})

const inline = (characters: number, type = 'image/png') => `data:${type};base64,${'A'.repeat(characters)}`

it('an inline picture is shown up to a limit', () => {
  for (const clean of [sanitise, sanitiseFile]) {
    expect(clean(`<p><img src="${inline(100)}" alt="A"></p>`, 'fr')).toBe(
      `<p><img alt="A" loading="lazy" decoding="async" src="${inline(100)}" /></p>`,
    )
    expect(clean(`<img src="${inline(100, 'image/png;charset=utf-8')}">`, 'fr')).toContain('charset=utf-8;base64,AAAA')
    for (const src of [
      inline(250_000),
      inline(1_000_000),
      inline(1_000_000).replace('A', '\n'),
      'data:image/svg+xml;base64,AAAA',
      'data:text/html;base64,AAAA',
    ])
      expect(clean(`<p>a<img src="${src}" alt="A"></p>`, 'fr')).toBe('<p>aA</p>')
  }
})

it('inline pictures are shown as long as they leave room for text', () => {
  const picture = `<img src="${inline(240_000)}" alt="A">`
  const output = sanitise(`<p>${picture.repeat(5)}</p>`, 'fr')
  expect(output.replace(/<img [^>]*>/g, '[]')).toBe('<p>[][][]AA</p>')
})

it.each([
  ['of another host', '<p>a<img src="https://images.example.org/a.png" alt="A"></p>'],
  ['without protocol', '<p>a<img src="//images.example.org/a.png" alt="A"></p>'],
  ['within the page', '<p>a<img src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP" alt="A"></p>'],
  ['that runs', '<p>a<img src="javascript:alert(1)" alt="A"></p>'],
  ['without address', '<p>a<img alt="A"></p>'],
  ['with other forms', '<p>a<picture><source srcset="/content/images/a.png"><img src="data:a" alt="A"></picture></p>'],
])('a picture %s, which cannot be shown, leaves its text', (_name, html) => {
  expect(sanitise(html, 'fr')).toBe('<p>aA</p>')
})

it.each([
  ['href="https://example.com/sans-alt"', '<img src="/content/images/a.png" alt="">', 'Ouvrir sur example.com'],
  ['href="/loi-25/"', '<img src="/content/images/a.png">', `Ouvrir sur ${company.name}`],
  ['href="mailto:info@example.com"', '<img src="/content/images/a.png">', 'Ouvrir sur info@example.com'],
  ['href="/loi-25/" aria-label="La loi"', '<img src="/content/images/a.png">', 'La loi'],
  ['href="/loi-25/"', '<img src="/content/images/a.png" alt="La loi">', undefined],
  ['href="/loi-25/" title="La loi"', '<img src="/content/images/a.png">', undefined],
  ['href="/loi-25/"', '<svg><path d="M1"/></svg><img src="/content/images/a.png">', `Ouvrir sur ${company.name}`],
  ['href="/loi-25/"', '<svg><title>Loi</title></svg><img src="/content/images/a.png">', undefined],
])('a link with only a picture tells where it leads: <a %s>%s</a>', (attributes, inner, name) => {
  const card = `<figure class="kg-card kg-image-card"><a ${attributes}>${inner}</a></figure>`
  expect(/ aria-label="([^"]*)"/.exec(sanitise(card, 'fr'))?.[1]).toBe(name)
})

it.each([
  ['<a href="/ai"><img src="data:a" alt="Données"></a>', '<a href="/ai">Données</a>'],
  ['<a href="/ai"><img src="data:a" alt=""></a>', ''],
  ['<a href="/ai"> <svg><path d="M1"/></svg></a>', ' '],
  ['<a href="/ai"><svg><title>IA</title></svg></a>', '<a href="/ai">IA</a>'],
  ['<a href="/ai" aria-label="IA"><svg></svg></a>', '<a href="/ai">IA</a>'],
  ['<a href="/ai" id="ia"></a>', '<a id="ia"></a>'],
])('no link is without text, and none is an invisible stop: %s', (html, output) => {
  expect(sanitise(`<p>a${html}</p>`, 'fr')).toBe(`<p>a${output}</p>`)
})

const stored = `${cms}/content/media/a.mp4`
const player = '<video aria-label="Vidéo" controls="controls" preload="metadata"'
const openOn = (address: string, host: string) =>
  `<p class="kg-embed-link"><a href="${address}" rel="noopener">Ouvrir sur ${host}</a></p>`
const foreign = 'https://cdn.example.com/a.mp4'
const openOnSite = `<p class="kg-embed-link"><a href="/blog/loi-25">Ouvrir sur ${company.name}</a></p>`
const elsewhere = openOn(foreign, 'cdn.example.com')

const playing = `${player}><source src="/media/content/media/a.mp4" /></video>`

it.each([
  ['of another host', `<audio controls src="${foreign}"></audio>`, elsewhere],
  ['without protocol', '<video src="//cdn.example.com/a.mp4" poster="/p.png"></video>', elsewhere],
  ['whose source is another’s', `<video controls><source src="${foreign}" type="video/mp4">Rien</video>`, elsewhere],
  ['in a paragraph', `<p>a<audio src="${foreign}"></audio></p><p>b</p>`, `<p>a</p>${elsewhere}<p>b</p>`],
  ['that the CMS keeps elsewhere', `<audio src="${cms}/loi-25/"></audio>`, openOnSite],
  ['without an address', '<audio></audio><video><source></video><audio src="javascript:a()"></audio>', ''],
  ['with a source that plays', `<video><source src="${foreign}"><source src="${stored}"></video>`, playing],
  ['of another host with one', `<video src="${foreign}"><source src="${stored}"></video>`, playing],
])('a player %s has something to play or is a link to it', (_name, html, output) => {
  expect(sanitise(html, 'fr')).toBe(output)
})

it.each([
  ['video', ' aria-label="Entrevue avec la mairesse"', 'Entrevue avec la mairesse'],
  ['audio', ' aria-label="Entrevue avec la mairesse"', 'Entrevue avec la mairesse'],
  ['video', ' aria-label=" "', 'Vidéo'],
  ['audio', '', 'Enregistrement sonore'],
])('a player keeps the name that its author gives: <%s%s> is %s', (tag, attribute, name) => {
  expect(sanitise(`<${tag}${attribute} src="${stored}"></${tag}>`, 'fr')).toContain(` aria-label="${name}"`)
})

const captions = 'kind="captions" srclang="fr" label="Français"'

it.each([
  [
    `${captions} src="${cms}/content/files/v.vtt" default onload="a()"`,
    `<track ${captions} default src="/media/content/files/v.vtt" />`,
  ],
  ['kind="captions" src="https://cdn.example.com/v.vtt"', ''],
  ['src="javascript:a()"', ''],
  ['kind="captions"', ''],
])('captions stay with their video if they can be shown: %s', (track, left) => {
  expect(sanitise(`<video src="${stored}"><track ${track}></video>`, 'fr')).toBe(
    `<video aria-label="Vidéo" src="/media/content/media/a.mp4" controls="controls" preload="metadata">${left}</video>`,
  )
})

it('captions are removed with a video that cannot be shown', () => {
  const film = `<video src="${foreign}"><track src="${cms}/content/files/v.vtt"></video>`
  expect(sanitise(film, 'fr')).toBe(elsewhere)
})

it.each([
  ['a film', `<video autoplay loop muted src="${stored}"></video>`, '<video '],
  ['a film of another host', `<video src="${foreign}"></video>`, elsewhere],
  ['a frame', '<iframe src="https://example.com/b"></iframe>', openOn('https://example.com/b', 'example.com')],
  ['code', '<pre>a</pre>', '<pre tabindex="0">a</pre>'],
  ['a table', '<table><tr><td>a</td></tr></table>', '<div class="kg-scroll" '],
  ['what unfolds', '<details><summary>a</summary>b</details>', '<details>'],
])('no link contains %s, which has its own controls', (_name, inner, beginning) => {
  const output = sanitise(`<div><a href="https://example.com/">${inner}</a></div>`, 'fr')
  expect(output.slice(0, 5 + beginning.length)).toBe(`<div>${beginning}`)
  expect(output).not.toContain('href="https://example.com/"')
})

it('a picture with a foreign size keeps only its own address', () => {
  const html = `<img src="${cms}/content/images/a.png" srcset="${cms}/content/images/a.png 1x, https://cdn.example/b.png 2x">`
  expect(sanitise(html, 'fr')).not.toContain('2x')
  expect(sanitise(html, 'fr')).toContain('src="/media/content/images/size/w2400/format/webp/a.png"')
})

it('classes of the page itself cannot be borrowed', () => {
  expect(sanitise('<p class="button visually-hidden kg-card">a</p>', 'fr')).toBe('<p class="kg-card">a</p>')
})

it('a picture has the width of its author’s style, and an emoji becomes its character', () => {
  const resized = '<img src="/content/images/a.png" width="1024" height="683" style="height:auto;width:250px">'
  expect(sanitise(resized, 'fr')).toMatch(/^<img width="250" height="167" /)
  const pixel = '<img src="https://t.example/p.gif" width="1" height="1" style="width:1px;height:1px">'
  expect(sanitise(`<p>a</p>${pixel}`, 'fr')).toBe('<p>a</p>')
  const named = '<img class="emoji" alt=":heart:" src="/content/images/a.png">'
  expect(sanitise(named, 'fr')).toMatch(/^<img /)
  expect(sanitise('<p>a <img class="wp-smiley" alt="🙂" src="https://s.w.org/72x72/a.png"></p>', 'fr')).toBe(
    '<p>a 🙂</p>',
  )
})

it('posts without a CMS keep their links and pictures', () => {
  const html =
    '<p><a href="/ai">a</a> <a href="https://example.com/?ref=x">b</a></p><img alt="" loading="lazy" decoding="async" src="/posts/a.png" />'
  expect(sanitiseFile(html, 'fr')).toBe(html)
  const picture = '<p>a<img src="https://images.example/a.png" alt="Plan"></p>'
  expect(sanitiseFile(picture, 'fr')).toBe(
    '<p>a</p><p class="kg-embed-link"><a href="https://images.example/a.png">Plan</a></p>',
  )
  const badge = '<p><a href="https://ci.example/b"><img src="https://images.example/a.svg" alt="CI"></a></p>'
  expect(sanitiseFile(badge, 'fr')).toBe('<p><a href="https://ci.example/b">CI</a></p>')
  const film = '<video src="https://films.example/film.mp4"></video>'
  expect(sanitiseFile(film, 'fr')).toContain('<a href="https://films.example/film.mp4"')
  expect(sanitiseFile('<video src="/posts/film.mp4"></video>', 'fr')).toContain(' src="/posts/film.mp4"')
  expect(sanitiseFile('<a href="javascript:alert(1)">a</a><img src="data:image/gif;base64,R0" alt="">', 'fr')).toBe(
    '<a>a</a><img alt="" loading="lazy" decoding="async" src="data:image/gif;base64,R0" />',
  )
})
