import { expect, it } from 'vitest'
import { cms, sanitise } from '../../../test/support/sanitise.ts'

/** The HTML that is left, with façades by the address of their frame and plain links by theirs. */
function left(html: string): string {
  return sanitise(html, 'fr')
    .replace(/<div class="kg-embed [^>]*data-frame="([^"]*)">(?:<p class="kg-embed-\w+">.*?<\/p>){3}<\/div>/g, '[$1]')
    .replace(/<p class="kg-embed-link"><a href="([^"]*)"(?: rel="noopener")?>Ouvrir sur [^<]+<\/a><\/p>/g, '($1)')
}

const gist = 'https://gist.github.com/exemple/0123456789abcdef0123456789abcdef'
const widgets = 'https://assets.calendly.com/assets/external/widget.js'

it.each(
  Object.entries({
    [`<p>Voici :</p><script src="${gist}.js"></script>`]: `<p>Voici\u00a0:</p>(${gist})`,
    [`<p>a<script src="//gist.github.com/a/1.js?file=b.py"></script></p>`]: '<p>a</p>(https://gist.github.com/a/1)',
    [`<figure class="kg-card kg-embed-card"><script src="https://extraits.example/embed/42.js"></script></figure>`]:
      '<figure class="kg-card kg-embed-card">(https://extraits.example/embed/42.js)</figure>',
    '<script async src="//jsfiddle.net/exemple/a1b2/embed/js,html/"></script>': '(https://jsfiddle.net/exemple/a1b2/)',
    [`<script src="${gist}.js"></script><script src="https://gist.github.com/a/2.js"></script>`]: `(${gist})(https://gist.github.com/a/2)`,
    '<script async data-id="4f3b" src="//diapos.example/assets/embed.js"></script>':
      '(https://diapos.example/assets/embed.js)',
    '<script src="https://diapos.example/show?widget_id=7"></script>': '(https://diapos.example/show?widget_id=7)',
    '<p>a</p><script src="https://platform.twitter.com/widgets.js"></script>': '<p>a</p>',
    '<p>a</p><script src="https://polyfill.example/v3/polyfill.min.js?features=es6"></script>': '<p>a</p>',
    '<p>a</p><script src="https://cdn.example/widget.js?v=3"></script>': '<p>a</p>',
    '<p>a</p><script src="https://code.jquery.com/jquery-3.6.0.min.js"></script>': '<p>a</p>',
    '<p>a</p><script src="https://www.googletagmanager.com/gtag/js?id=G-1"></script>': '<p>a</p>',
    '<blockquote class="photo" data-id="a"><a href="https://photos.example/a">Vue</a></blockquote><script src="https://photos.example/embed/1.js"></script>':
      '<blockquote><a href="https://photos.example/a" rel="noopener">Vue</a></blockquote>',
    '<p>a</p><script>document.write("b")</script>': '<p>a</p>',
  }),
)('a script that is an embed itself leaves a link, and any other nothing: %s', (html, output) => {
  expect(left(html)).toBe(output)
})

it.each(
  Object.entries({
    [`<div class="calendly-inline-widget" data-url="https://calendly.com/a/30min"></div><script src="${widgets}"></script>`]:
      '<div>(https://calendly.com/a/30min)</div>',
    '<div class="fb-post" data-href="//www.facebook.com/a/posts/1"></div>':
      '<div>(https://www.facebook.com/a/posts/1)</div>',
    '<p>a <span data-link="https://b.example/"></span></p>': '<p>a </p>(https://b.example/)',
    '<div data-url="https://www.youtube.com/embed/a"><div class="spinner"></div></div>':
      '<div>[https://www.youtube-nocookie.com/embed/a]</div>',
    '<div data-url="https://a.example/">Des mots</div>': '<div>Des mots</div>',
    '<table><tr><td data-href="https://a.example/"></td></tr></table>': expect.stringContaining(
      '<td>(https://a.example/)</td>',
    ),
    '<div data-tf-widget="aB1"></div><script src="//embed.typeform.com/next/embed.js"></script>':
      '<div>(https://form.typeform.com/to/aB1)</div>',
    '<div class="flourish-embed" data-src="visualisation/1"></div>':
      '<div>(https://public.flourish.studio/visualisation/1)</div>',
    '<figure><oembed url="https://a.example/1"></oembed></figure>': '<figure>(https://a.example/1)</figure>',
    '<lite-youtube videoid="a"></lite-youtube>': '[https://www.youtube-nocookie.com/embed/a]',
    '<amp-youtube data-videoid="a"></amp-youtube>': '[https://www.youtube-nocookie.com/embed/a]',
    [`<amp-img src="${cms}/content/images/quai.png"></amp-img>`]: expect.stringContaining(
      'src="/media/content/images/size/w2400/format/webp/quai.png"',
    ),
    '<carte-marine src="https://cartes.example/1"></carte-marine>': '(https://cartes.example/1)',
    '<iframe src="about:blank" data-lazy-src="https://a.example/1"></iframe>': '(https://a.example/1)',
    '<a class="twitter-timeline" href="https://twitter.com/exemple"></a>':
      '<a href="https://twitter.com/exemple" rel="noopener">Ouvrir sur twitter.com</a>',
    '<a href="https://a.example/"><button>Réserver</button></a>':
      '<a href="https://a.example/" rel="noopener">Réserver</a>',
    '<form action="https://lettres.example/s"><h2>Infolettre</h2><label>Courriel <input></label><button>Oui</button></form>':
      '<div><h2>Infolettre</h2></div>(https://lettres.example/s)',
    '<form action="https://lettres.example/s"><label>Courriel <input></label></form>': '(https://lettres.example/s)',
    '<b style="font-weight:normal"><p>Un</p><p><iframe src="https://www.youtube.com/embed/a"></iframe></p><p>Deux</p></b>':
      '<p>Un</p>[https://www.youtube-nocookie.com/embed/a]<p>Deux</p>',
    '<form action="https://dons.example/d"><input type="hidden" name="id" value="1"><input type="image" src="https://dons.example/b.gif" alt="Donner"></form>':
      '(https://dons.example/d)',
    '<form action="https://lettres.example/s"><input type="email" placeholder="Courriel"><button>S’abonner</button></form>':
      '(https://lettres.example/s)',
    '<iframe srcdoc="<p>Bonjour<script>a()</script></p>"></iframe>': '<div><p>Bonjour</p></div>',
  }),
)('an element that waits for a script leaves its address or its text: %s', (html, output) => {
  expect(left(html)).toEqual(output)
})

const film = 'http://www.youtube.com/v/aBcDeFgHiJk?fs=1&amp;hl=fr_FR'
const facade = '[https://www.youtube-nocookie.com/embed/aBcDeFgHiJk]'
const player = (attributes: string) =>
  `<video aria-label="${attributes}" src="/media/content/media/a.mp4" controls="controls" preload="metadata"></video>`

it.each(
  Object.entries({
    [`<p>Voyez :</p><object><param name="movie" value="${film}"><embed src="${film}"></object>`]: `<p>Voyez\u00a0:</p>${facade}`,
    [`<p>Avant <embed src="${film}" width="425" height="344"> après</p>`]: `<p>Avant  après</p>${facade}`,
    [`<object data="${film}"><iframe src="https://www.youtube.com/embed/aBcDeFgHiJk"></iframe></object>`]: facade,
    '<object data="https://vieux.example/p.swf"><param name="flashvars" value="image=https%3A%2F%2Fvieux.example%2Fa.flv"></object>':
      '(https://vieux.example/a.flv)',
    [`<embed src="https://vieux.example/p.swf?file=${cms}/content/media/a.mp4">`]: player('Vidéo'),
    [`<object data="${cms}/content/media/a.mp4" title="Le quai"><embed src="${cms}/content/media/a.mp4"></object>`]:
      player('Le quai'),
    '<embed src="//vimeo.com/moogaloop.swf?server=vimeo.com&clip_id=42">': '[https://player.vimeo.com/video/42]',
    '<embed src="http://player.soundcloud.com/player.swf?url=https%3A%2F%2Fsoundcloud.com%2Fa%2Fb">':
      '[https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fa%2Fb]',
    '<embed src="https://vieux.example/a.mid" type="audio/midi">': '(https://vieux.example/a.mid)',
  }),
)('video and audio of plug-ins appear once, as a façade, a player or a link: %s', (html, output) => {
  expect(left(html)).toBe(output)
})

const plan = 'https://fichiers.example/plan.pdf'

it.each(
  Object.entries({
    [`<object data="${plan}"><p>Pas ici : <a href="${plan}">le plan</a>.</p></object>`]: `<div><p>Pas ici\u00a0: <a href="${plan}" rel="noopener">le plan</a>.</p></div>`,
    [`<object data="${plan}" type="application/pdf"></object>`]: `(${plan})`,
    [`<object data="${plan}" title="Le plan"></object>`]: `<p class="kg-embed-link"><a href="${plan}" rel="noopener">Le plan</a></p>`,
    [`<object data="${plan}">Pas ici.</object>`]: `Pas ici.(${plan})`,
    [`<p>a <object data="${plan}"><p>Pas ici.</p></object></p>`]: `<p>a </p><div><p>Pas ici.</p>(${plan})</div>`,
    [`<object data="${plan}"><object data="${plan}"><a href="${plan}">Plan</a></object></object>`]: `<a href="${plan}" rel="noopener">Plan</a>`,
    [`<a href="${plan}"><object data="${cms}/content/images/quai.svg" title="Le quai"></object></a>`]: `<a href="${plan}" rel="noopener"><img alt="Le quai" loading="lazy" decoding="async" src="/media/content/images/quai.svg" /></a>`,
    [`<a href="/ai">a<object data="${plan}"></object></a>`]: `a(${plan})`,
    [`<video><p>Pas de film : <a href="${plan}">le plan</a></p></video>`]: `<p>Pas de film\u00a0: <a href="${plan}" rel="noopener">le plan</a></p>`,
    [`<embed src="${cms}/content/files/plan.pdf" type="application/pdf">`]: '(/media/content/files/plan.pdf)',
    '<embed src="/content/files/plan.pdf">': '(/media/content/files/plan.pdf)',
    [`<object data="${cms}/content/images/quai.svg" type="image/svg+xml">Le quai</object>`]:
      '<img alt="Le quai" loading="lazy" decoding="async" src="/media/content/images/quai.svg" />',
    '<object data="data:application/pdf;base64,AA"></object><embed src="javascript:a()">': '',
  }),
)('a file as an object leaves its author’s fallback, its picture or a link: %s', (html, output) => {
  expect(left(html)).toBe(output)
})

it.each(['<script src="//evil.example/x.js"></script>', '<portal src="//evil.example"></portal>'])(
  'an element that names no content leaves nothing: %s',
  (html) => {
    expect(left(html)).toBe('')
  },
)
