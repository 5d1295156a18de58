import { load } from 'cheerio'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createAddressRewriter } from '../../addresses/addresses.ts'
import { frameSources } from './embed-providers.ts'
import { linkSchemes } from './links.ts'
import { createSanitise } from './sanitise.ts'
import { hostile, hostileAddresses } from '../../../test/support/hostile.ts'
import { anyText, holds } from '../../../test/support/properties.ts'
import { labels, sanitiseFile } from '../../../test/support/sanitise.ts'

const cms = 'https://cms.example'
const sanitise = createSanitise(createAddressRewriter(cms), labels)

const elements = (
  'p div a img b figure table td ul li h1 h2 pre code details summary script style svg math iframe object form ' +
  'input textarea title template noscript video audio source track select option xmp plaintext mtext ' +
  'foreignObject base meta link embed param ruby rt rtc section center strike my-widget span picture button'
).split(' ')
const attributes = (
  'href src srcset poster title alt id class style onclick onerror onload srcdoc data data-url data-src ' +
  'data-srcset value flashvars alttext aria-label videoid data-frame action formaction xlink:href name target ' +
  'width download background ping'
).split(' ')
const values = [
  ...['javascript:alert(1)', ' JaVa\tScRiPt:alert(1)', 'data:text/html,<script>a()</script>', 'vbscript:a'],
  ...['&#106;avascript:alert(1)', '--><script>a()</script>', '</title><img src=x onerror=a()>', '`', "'"],
  ...['x" onerror="a()', '1 2x, javascript:a 3x', 'kg-card kg-toggle-card', 'kg-embed-card', 'language-js'],
  ...[`${cms}/content/images/a.png`, `${cms}/ghost/`, `${cms}/blog/%22%3E%3Cimg%20src=x%20onerror=a()%3E`],
  ...['//evil.example/', 'https://example.com/?a=b&amp;c', '/ai', '#a', 'mailto:a@b.ca'],
  ...['https://www.youtube-nocookie.com/embed/x', 'https://codepen.io/a', 'sms:+1', 'wp-block-embed'],
  ...['https://www.google.com/url?q=javascript:alert(1)', `https://www.google.ca/url?url=${cms}/a/`, '%7Buuid%7D'],
]
const text = fc.oneof(
  anyText,
  fc.constantFrom(
    ...['a < b & c', '&lt;script&gt;', '<!--', '-->', '<![CDATA[', ']]>', '<', '</', '\u0000'],
    ...['[caption a]', '[/caption]', '[embed]//evil.example/a[/embed]', `[video src="${cms}/content/media/a.mp4"]`],
    ...['[audio src="javascript:/a"]', 'https://youtu.be/a', ' ? ', '«\u00a0'],
    ...[cms, 'cms.example', 'HTTP://CMS.Example/a/'],
    ...[`${cms}/blog/%3Cscript%3Ea()%3C%2Fscript%3E`, `${cms}/en/blog/%22%20onerror=a()%20`],
  ),
)
const attribute = fc
  .tuple(fc.constantFrom(...attributes), fc.oneof(fc.constantFrom(...values), anyText), fc.constantFrom('"', "'", ''))
  .map(([name, value, quote]) => `${name}=${quote}${value}${quote}`)

const picture = `${cms}/content/images/a.png`
const ofTheCms = [
  ...[`<a href="${cms}/ghost/">a</a>`, `<p title="${cms}/">${cms}/a</p>`, `<audio src="${cms}/content/media/a.mp3">`],
  ...[`<img src="${picture}">`, `<img srcset="${picture} 1x">`, `<video poster="${picture}">`],
  `<a href="https://share.example/?url=${encodeURIComponent(cms)}">a</a>`,
  `<iframe src="https://w.soundcloud.com/player/?url=${encodeURIComponent(cms)}"></iframe>`,
]

const { html } = fc.letrec<{ html: string; node: string }>((tie) => ({
  html: fc.array(tie('node'), { maxLength: 5 }).map((nodes) => nodes.join('')),
  node: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    text,
    fc.constantFrom(...[...hostile, ...hostileAddresses(cms)].map(([, payload]) => payload), ...ofTheCms),
    fc
      .tuple(
        fc.constantFrom(...elements),
        fc.array(attribute, { maxLength: 4 }),
        tie('html'),
        fc.constantFrom('', '/', '!', '?'),
      )
      .map(([name, list, inner, end]) => {
        const start = `<${[name, ...list].join(' ')}>${inner}`
        // Some end tags are missing, or broken.
        return end === '' ? `${start}</${name}>` : end === '/' ? start : `${start}<${end}${name}>`
      }),
  ),
}))

const allowed = new Set(
  (
    'a abbr b bdi bdo br cite code del dfn em i ins kbd mark q s samp small span strong sub sup time u var wbr p div figure figcaption ' +
    'blockquote pre hr ul ol li dl dt dd table caption thead tbody tfoot tr th td h2 h3 h4 h5 h6 details summary img picture ' +
    'source track audio video ruby rt rp'
  ).split(' '),
)
const refused = /^(on|style$|srcdoc|action|formaction|xlink|name$|target|ping|form$|autofocus|background)/i

/** Faults that a browser would find: `load` parses HTML by the standard. */
function faultsOf(output: string): string[] {
  const $ = load(output, null, false)
  return [...$('*')].flatMap((element) => {
    const tag = String($(element).prop('tagName')).toLowerCase()
    return [
      ...(allowed.has(tag) ? [] : [`<${tag}>`]),
      ...Object.entries($(element).attr() ?? {}).flatMap(([name, value]) => {
        if (refused.test(name)) return [name]
        if (name === 'data-frame')
          return frameSources.some((source) => value.startsWith(source)) ? [] : [`${name}=${value}`]
        if (!['href', 'src', 'poster'].includes(name)) return name === 'srcset' && /script:/i.test(value) ? [name] : []
        const { protocol } = new URL(value, 'https://www.site.example')
        return linkSchemes.includes(protocol.slice(0, -1)) ? [] : [`${name}=${value}`]
      }),
    ]
  })
}

it('any sanitised HTML runs nothing in a browser', () => {
  holds([html], (given) => {
    for (const output of [sanitise(given, 'fr'), sanitiseFile(given, 'fr')]) expect(faultsOf(output)).toEqual([])
  })
})

it.each([...hostile, ...hostileAddresses(cms)])(
  'sanitised %s runs, styles, sends and loads nothing',
  (_name, given) => {
    const output = sanitise(given, 'en')
    expect(faultsOf(output)).toEqual([])
    expect(output).not.toMatch(/<[^>]*( data-|evil\.example)/)
  },
)

it('no link, picture or frame of sanitised HTML leads to the CMS', () => {
  holds([html], (given) => {
    const hosts = addressesIn(sanitise(given, 'en')).map((address) => new URL(address, 'https://www.site.example').host)
    expect(hosts.filter((host) => host === 'cms.example')).toEqual([])
  })
})

function addressesIn(output: string): string[] {
  const $ = load(output, null, false)
  return [...$('*')].flatMap((element) => {
    const { href, src, poster, 'data-frame': frame, srcset } = $(element).attr() ?? {}
    const candidates = srcset?.split(', ').map((candidate) => candidate.replace(/ .*/, '')) ?? []
    return [href, src, poster, frame, ...candidates].filter((address) => address !== undefined)
  })
}

it('HTML that is sanitised twice is as safe', () => {
  holds([html], (given) => expect(faultsOf(sanitiseFile(sanitiseFile(given, 'fr'), 'fr'))).toEqual([]))
})

it('sanitising again does not change text, links and lists', () => {
  const link = fc.constantFrom('/ai', '#a', 'https://example.com/?a=b&c=%20', 'mailto:a@b.ca', 'tel:+1', 'javascript:a')
  const inline = fc.constantFrom('b', 'em', 'font', 'script')
  const plain = text.map((words) => words.replaceAll('<', '&lt;'))
  const words = fc.array(
    fc.oneof(
      plain,
      fc.tuple(link, plain).map(([href, inner]) => `<a href="${href}" target="_blank">${inner}</a>`),
      fc.tuple(inline, plain).map(([name, inner]) => `<${name}>${inner}</${name}>`),
    ),
    { maxLength: 4 },
  )
  const block = fc.tuple(fc.constantFrom('p', 'h1', 'h3', 'section', 'blockquote'), words)
  holds([fc.array(block, { maxLength: 4 })], (blocks) => {
    const given = blocks.map(([name, inner]) => `<${name}>${inner.join('')}</${name}>`).join('')
    const once = sanitiseFile(given, 'fr')
    expect(sanitiseFile(once, 'fr')).toBe(once)
  })
})

it('the checks of these tests detect faults', () => {
  const wrong =
    '<script>a()</script><a href="javascript:a()" onclick="a()">a</a><svg></svg><div data-frame="//evil.example"></div>'
  expect(faultsOf(wrong)).toEqual(['<script>', 'href=javascript:a()', 'onclick', '<svg>', 'data-frame=//evil.example'])
})
